import { describe, expect, test } from '@jest/globals';
import type { ParsedPage, ParsedRun } from '../../../../engine/model.js';
import { recognitionNeed } from '../../../../engine/read/recognition-need.js';

const WHOLE = { x0: 0, y0: 0, x1: 600, y1: 800 };
const GOOD = 'Every vessel reports to the harbour office within two hours of its arrival there'.split(' ');
const NONSENSE = 'xKqzt brtWv pLmnq zzrtk Qwrtp sdfGh kLjhg vbnmT ghtrw mnBvc plkjh zxcvb'.split(' ');

const words = (texts: readonly string[], more: Partial<ParsedRun> = {}): ParsedRun[] =>
  texts.map((text) => ({ text, box: WHOLE, baseline: 100, size: 10, font: 0, rotation: 0, ...more }));

function need(page: Partial<ParsedPage>, unmappedShare = 0) {
  const empty = {
    number: 1,
    width: 600,
    height: 800,
    fonts: [],
    runs: [],
    rules: [],
    fills: [],
    images: [],
    links: [],
  };
  return recognitionNeed({ ...empty, ...page }, unmappedShare);
}

describe('a page is recognised', () => {
  test('when it has a picture or drawn outlines and no text', () => {
    expect(need({ images: [WHOLE] })).toBe('no_text');
    expect(need({ fills: Array.from({ length: 200 }, () => ({ x0: 0, y0: 0, x1: 5, y1: 5 })) })).toBe('no_text');
  });

  test('when it is a scan that somebody has stamped', () => {
    expect(need({ images: [WHOLE], runs: words(['Page', '12']) })).toBe('no_text');
  });

  test('when its fonts tell no characters', () => {
    expect(need({ degraded: 'unmapped_text', runs: words(['2']) }, 0.9)).toBe('unmapped_text');
    expect(need({ runs: words(['\ue001\ue002\ue003a', '\ufffd\ufffd']) })).toBe('unmapped_text');
  });

  test('when the layer behind its picture is nonsense', () => {
    expect(need({ images: [WHOLE], runs: words(NONSENSE, { invisible: true }) })).toBe('unreadable_layer');
  });
});

describe('a page is left alone', () => {
  test('when it has text, whatever is drawn beside it', () => {
    expect(need({ images: [WHOLE], runs: words(GOOD) })).toBeNull();
    expect(need({ degraded: 'unmapped_text', runs: words(GOOD) }, 0.2)).toBeNull();
    expect(need({ runs: words(['Part', 'I']) })).toBeNull();
  });

  test('when the layer behind its picture reads as words, in any script', () => {
    expect(need({ images: [WHOLE], runs: words(GOOD, { invisible: true }) })).toBeNull();
    const greek = 'Κάθε πλοίο αναφέρεται στο γραφείο του λιμένα εντός δύο ωρών'.split(' ');
    expect(need({ images: [WHOLE], runs: words(greek, { invisible: true }) })).toBeNull();
  });

  test('when it is blank, or was lost', () => {
    expect(need({})).toBeNull();
    expect(need({ degraded: 'page_timeout', images: [WHOLE] })).toBeNull();
  });
});
