/** Painted text that nobody sees, and signs that nobody sees. */
import { describe, expect, it, test } from '@jest/globals';
import type { ParsedRun } from '../../../../engine/model.js';
import { readableText } from '../../../../engine/read/unicode.js';
import { RUN_SIGHT } from '../../../../engine/read/unseen-text.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { at, pdf, readPages } from '../../../support/pdf.js';

describe('painted text', () => {
  const sight = (over: Partial<ParsedRun>, { usualSize = 10, onPaper = true } = {}) => {
    const run = {
      text: 'x',
      box: { x0: 0, y0: 0, x1: 9, y1: 9 },
      baseline: 8,
      size: 10,
      font: 0,
      rotation: 0,
      ...over,
    };
    return decideWithRule(RUN_SIGHT, { page: 1, run, usualSize, onPaper: () => onPaper });
  };

  it('is unseen where it is tiny among type that can be read', () => {
    expect(sight({ size: 1 })).toEqual({ verdict: 'unseen', rule: 'tiny' });
    expect(sight({ size: 1 }, { usualSize: 2 })).toEqual({ verdict: 'seen', rule: 'otherwise' });
  });

  it('is unseen where it is white on the bare paper', () => {
    expect(sight({ color: '#fefefe' })).toEqual({ verdict: 'unseen', rule: 'white-on-white' });
    expect(sight({ color: '#ffffff' }, { onPaper: false })).toEqual({ verdict: 'seen', rule: 'otherwise' });
    expect(sight({ color: '#eeeeee' })).toEqual({ verdict: 'seen', rule: 'otherwise' });
  });
});

test('white and tiny text is marked, white text on an area, a line or a gradient is not', async () => {
  const bytes = await pdf((doc) => {
    at(doc, 72, 100, 'Harbour rules for vessels');
    doc.fontSize(1);
    at(doc, 72, 120, 'tiny');
    doc.fontSize(12).fillColor('white');
    at(doc, 72, 140, 'white');
    doc.rect(60, 180, 200, 40).fill('#102030').fillColor('white');
    at(doc, 72, 200, 'header');
  });
  const { pages } = await readPages(bytes);
  expect(pages[0]!.runs.filter((run) => run.invisible).map(({ text }) => text)).toEqual(['tiny', 'white']);
  const shaded = await pdf((doc) => {
    at(doc, 72, 100, 'Harbour');
    doc.rect(60, 180, 200, 40).fill(doc.linearGradient(60, 180, 260, 180).stop(0, 'black').stop(1, 'blue'));
    doc.fillColor('white');
    at(doc, 72, 200, 'header');
  });
  expect((await readPages(shaded)).pages[0]!.runs.some((run) => run.invisible)).toBe(false);
});

test('tiny text is marked where a page has more of it than of other text', async () => {
  const bytes = await pdf((doc) => {
    at(doc, 72, 100, 'Harbour rules');
    doc.fontSize(1);
    for (let line = 0; line < 20; line++) at(doc, 72, 120 + 2 * line, 'tiny words for machines');
  });
  const { runs } = (await readPages(bytes)).pages[0]!;
  expect(new Set(runs.filter((run) => !run.invisible).map(({ text }) => text))).toEqual(new Set(['Harbour', 'rules']));
});

test('tags, overrides of direction, joiners and variation selectors leave no text', () => {
  for (const unseen of ['\u{e0041}', '\u{e007f}', '\u202e', '\u2066', '\u200b', '\ufe0f', '\u{e0101}', '\u3164']) {
    expect(readableText(`a${unseen}b`)).toBe('ab');
  }
});
