import { describe, expect, it } from '@jest/globals';
import type { ParsedPage, ParsedRun } from '../../../../engine/model.js';
import { RECOGNITION_NEED, TEXT_LAYER } from '../../../../engine/read/recognition-need.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { pagesOf } from '../../../support/blocks.js';

const [template] = pagesOf([[]]);
const WHOLE = { x0: 0, y0: 0, x1: 612, y1: 792 };
const HALF = { ...WHOLE, y1: 400 };
const GOOD = 'Every vessel reports to the harbour office';
const BROKEN = '\ue001\ue002\ue003';

const hidden = (text: string): ParsedRun[] =>
  text.split(' ').map((word) => ({
    text: word,
    box: WHOLE,
    baseline: 100,
    size: 10,
    font: 0,
    rotation: 0,
    invisible: true,
  }));

const shown = (text: string): ParsedRun[] => hidden(text).map((run) => ({ ...run, invisible: false }));

function need(painted: string, page: Partial<ParsedPage> = {}, unmappedShare = 0) {
  const broken = painted.match(/[\ue000-\uf8ff]/g)?.length ?? 0;
  return decideWithRule(RECOGNITION_NEED, { page: { ...template!, ...page }, unmappedShare, painted, broken });
}

describe('a page', () => {
  it('that was lost is not recognised', () => {
    expect(need('', { degraded: 'page_error', images: [WHOLE] })).toEqual({ verdict: 'none', rule: 'lost-page' });
  });

  it('is recognised where half of its glyphs tell no characters', () => {
    expect(need(GOOD, { degraded: 'unmapped_text' }, 0.6)).toEqual({
      verdict: 'unmapped_text',
      rule: 'unmapped-fonts',
    });
  });

  it('with good text is left alone, even with some broken characters', () => {
    expect(need(GOOD, { images: [WHOLE] })).toEqual({ verdict: 'none', rule: 'good-text' });
    expect(need(GOOD + BROKEN)).toEqual({ verdict: 'none', rule: 'mostly-good-text' });
  });

  it('is recognised where its letters are those of other glyphs, which leaves hardly a vowel', () => {
    const sentence =
      'keepers of northern lighthouses wrote down what they could observe each night: wind, weather, passing vessels, the colour of the water, strange lights above the horizon. their journals were kept by families for more than five generations, often beside letters, photographs, drawings and bills for lamp oil, until somebody asked which ships had been lost between the islands. ';
    const moved = sentence.replaceAll(/[a-z]/g, (letter) =>
      letter === 'a' ? 'Z' : String.fromCharCode(letter.charCodeAt(0) - 1),
    );
    const of = (text: string) => need(text, { runs: shown(text) });
    const good = { verdict: 'none', rule: 'good-text' };
    expect(of(moved.repeat(3))).toEqual({ verdict: 'unmapped_text', rule: 'without-vowels' });
    expect(of(moved)).toEqual(good);
    expect(of(sentence.repeat(3))).toEqual(good);
    const codes = Array.from({ length: 100 }, (_, i) => 'bcdfghjklmnpqrstvwxz'.repeat(2).slice(i % 20, (i % 20) + 7));
    expect(of(codes.join(' '))).toEqual(good);
    expect(of('ch 3, 2 dc in nxt st, sk 2 sts, rpt frm * tw, sl st in tp of ch 3; '.repeat(20))).toEqual(good);
    expect(of('e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 Nxe5 Qd4 Nf3 Qxe4 Qe2 cxd4 hxg3 '.repeat(40))).toEqual(good);
    const accented = sentence.replaceAll(/[aeiou]/g, (vowel) => `${vowel}\u0301`.normalize('NFC'));
    expect(of(accented.repeat(3))).toEqual(good);
  });

  it('is recognised where most of its characters are broken', () => {
    expect(need(`${BROKEN}ab`)).toEqual({ verdict: 'unmapped_text', rule: 'broken-characters' });
  });

  it('with a few words is left alone, unless these are a stamp on a picture of the page', () => {
    expect(need('Part II', { images: [HALF] })).toEqual({ verdict: 'none', rule: 'few-words' });
    expect(need('Page 12', { images: [WHOLE] })).toEqual({ verdict: 'no_text', rule: 'picture' });
  });

  it('with a hidden layer is recognised again where that is no text', () => {
    expect(need('', { images: [WHOLE], runs: hidden(GOOD) })).toEqual({ verdict: 'none', rule: 'readable-layer' });
    const nonsense = hidden('xKqzt brtWv pLmnq zzrtk Qwrtp sdfGh kLjhg vbnmT');
    expect(need('', { images: [WHOLE], runs: nonsense })).toEqual({
      verdict: 'unreadable_layer',
      rule: 'unreadable-layer',
    });
  });

  it('without text is recognised where it shows letters as outlines, and left alone where it is blank', () => {
    expect(need('', { fills: Array.from({ length: 61 }, () => WHOLE) })).toEqual({
      verdict: 'no_text',
      rule: 'outlines',
    });
    expect(need('')).toEqual({ verdict: 'none', rule: 'otherwise' });
  });
});

describe('a text layer', () => {
  const layer = (words: string) => decideWithRule(TEXT_LAYER, { page: template!, words: words.split(' ') });

  it('with broken characters or few letters is nonsense', () => {
    expect(layer(`tides ${BROKEN}`)).toEqual({ verdict: 'nonsense', rule: 'broken-characters' });
    expect(layer('~;. tid -_= :,')).toEqual({ verdict: 'nonsense', rule: 'few-letters' });
  });

  it('with symbols among the letters of its words is nonsense, addresses and dates are not', () => {
    const mixed = 'A.4,-/kLekJAs ct+4A:74t7 6ke,*stiap- 44.c.141,oo 4-402,01&tt7 ey/1r-ALr 51a.y,4A144 A4)-0-A:fcfk';
    expect(layer(mixed)).toEqual({ verdict: 'nonsense', rule: 'signs-among-letters' });
    const text = "harbour-master 12/2019 office@port pilot's arrival berths vessel depth-gauge quay, wind";
    expect(layer(text).verdict).toBe('words');
  });

  it('in another script, or of a few words, is believed', () => {
    expect(layer('Κάθε πλοίο αναφέρεται στο γραφείο')).toEqual({ verdict: 'words', rule: 'other-script' });
  });

  it('of many Latin words is judged by their shapes', () => {
    expect(layer('tides winds waves ships ports crews cargo masts')).toEqual({ verdict: 'words', rule: 'otherwise' });
    expect(layer('tides winds waves ships ports crwws crGoo mstts')).toEqual({
      verdict: 'nonsense',
      rule: 'odd-words',
    });
  });
});
