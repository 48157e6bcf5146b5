import { expect, it } from '@jest/globals';
import { wordsOf } from '../../../../engine/markdown/text.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { believedFurniture, BELIEVED_FURNITURE, type FurnitureClaim } from '../../../../engine/verify/furniture.js';

const believed = (text: string, claim: Partial<FurnitureClaim> = {}) =>
  decideWithRule(BELIEVED_FURNITURE, {
    item: { page: 1, text },
    words: wordsOf(text),
    isBesideNumber: false,
    pageCount: 9,
    isRepeated: () => false,
    extendsRepeated: () => false,
    printed: ' the sea rises twice a day ',
    ...claim,
  });

it('believes a word or two, such as a page number', () => {
  expect(believed('Page 12')).toEqual({ verdict: 'furniture', rule: 'short' });
});

it('believes a line of the only page', () => {
  const line = 'Harbour Ltd, 12 Quay Street, Port Town, registered in England';
  expect(believed(line, { pageCount: 1 })).toEqual({ verdict: 'furniture', rule: 'line-of-single-page' });
  expect(believed(`${line} and some words more`, { pageCount: 1 }).verdict).toBe('text');
});

it('believes the head of a page cut out of a longer document beside its number', () => {
  const head = { page: 1, text: 'M.O.R.A.N., the Co-Keepers, O-I-L and Lamps of the Northern Lights' };
  const claim = { pageCount: 1, isBesideNumber: true };
  expect(believed(head.text, claim).rule).toBe('beside-page-number');
  expect(believed(head.text, { ...claim, pageCount: 3 }).verdict).toBe('text');
  expect(believed(head.text, { pageCount: 1 }).verdict).toBe('text');
  expect(believed('word '.repeat(13).trim(), claim).verdict).toBe('text');
  expect(believed('灯'.repeat(101), claim).verdict).toBe('text');
  const words = { printed: [], pageCount: 1 };
  expect(believedFurniture([head, { page: 1, text: '57' }], words)).toHaveLength(2);
  expect(believedFurniture([head, { page: 1, text: 'Lamp' }], words)).toHaveLength(1);
});

it('believes the head of one of two pages that has its number behind a sign', () => {
  expect(believed('8 · On the Keeping of Lamps', { pageCount: 2 }).rule).toBe('beside-own-number');
  expect(believed('8 · On the Keeping of Lamps', { pageCount: 3 }).verdict).toBe('text');
  expect(believed('8 lamps on the keeping of lights', { pageCount: 2 }).verdict).toBe('text');
});

it('believes the head of one of two pages that has its number', () => {
  const head = { page: 2, text: 'A. Moran et al.' };
  const claim = { isBesideNumber: true, pageCount: 2 };
  expect(believed(head.text, claim)).toEqual({ verdict: 'furniture', rule: 'beside-page-number' });
  expect(believed(head.text, { ...claim, pageCount: 3 }).verdict).toBe('text');
  expect(believed(head.text, { ...claim, isBesideNumber: false }).verdict).toBe('text');
  const number = { page: 2, text: '2' };
  expect(believedFurniture([number, head, { ...head, page: 1 }], { printed: [], pageCount: 2 })).toHaveLength(3);
  expect(believedFurniture([number, head], { printed: [], pageCount: 2 })).toEqual([number, head]);
  const between = { page: 2, text: 'The keepers of the lights' };
  expect(believedFurniture([head, between, number], { printed: [], pageCount: 2 })).toEqual([between, number]);
  expect(believedFurniture([head], { printed: [], pageCount: 2 })).toEqual([]);
});

it('believes the permanent address of a copy, and neither a sentence with one nor what stands before it', () => {
  for (const address of [
    'URL: http://nbn-resolving.de/urn:nbn:de:bsz:352-2-tc78',
    'https://hdl.handle.net/10555/12',
    'Available at: https://arxiv.org/abs/1601.03642',
  ])
    expect(believed(address)).toEqual({ verdict: 'furniture', rule: 'permanent-address' });
  for (const text of ['URL: http://example.org/lamps', 'Keepers of lamps and oil, https://hdl.handle.net/10555/12'])
    expect(believed(text).verdict).toBe('text');
  const furniture = ['Online Publications of the Quay', 'URL: https://hdl.handle.net/10555/12'].map((text) => ({
    page: 1,
    text,
  }));
  expect(believedFurniture(furniture, { printed: [], pageCount: 7 })).toEqual([furniture[1]]);
});

it('believes a stamp', () => {
  expect(believed('arXiv:1601.03642v1 [cs.CV] 12 Jan 2016')).toEqual({ verdict: 'furniture', rule: 'stamp' });
});

it('believes what repeats on other pages', () => {
  expect(believed('On the tides', { isRepeated: () => true })).toEqual({ verdict: 'furniture', rule: 'repeated' });
});

it('believes a running head that repeats a heading, with its page number', () => {
  const printed = ' on the tides the sea rises on the tides ';
  expect(believed('12 On the tides', { printed })).toEqual({ verdict: 'furniture', rule: 'repeats-heading' });
});

it('takes anything else for text', () => {
  expect(believed('On the tides')).toEqual({ verdict: 'text', rule: 'otherwise' });
});

it('knows running heads that count their pages for the same', () => {
  const furniture = [
    { page: 3, text: 'The Tides Page 3 of 7' },
    { page: 4, text: 'The Tides Page 4 of 7' },
    { page: 5, text: 'The sea rises twice a day' },
  ];
  expect(believedFurniture(furniture, { printed: [], pageCount: 7 })).toEqual(furniture.slice(0, 2));
});

it('believes the foot of a first page that begins as the others do', () => {
  expect(believed('Annals of the Lights 12, Port Town', { extendsRepeated: () => true })).toEqual({
    verdict: 'furniture',
    rule: 'goes-on-behind-repeated',
  });
  const foot = (page: number, text = 'Annals of the Lights 12') => ({ page, text });
  const first = foot(1, 'Annals of the Lights 12, Port Town');
  expect(believedFurniture([first, foot(2), foot(3)], { printed: [], pageCount: 3 })).toHaveLength(3);
  // one page has it alone, and on the others words in its place
  expect(believedFurniture([first, foot(2)], { printed: [], pageCount: 3 })).toEqual([]);
  const short = { page: 1, text: 'The lights went out at night' };
  expect(
    believedFurniture([short, { page: 2, text: 'The lights went' }, { page: 3, text: 'The lights went' }], {
      printed: [],
      pageCount: 3,
    }),
  ).not.toContain(short);
});

it('believes the imprint of a first page, and no sentence with an address', () => {
  for (const imprint of [
    'DOI 10.5555/lights.2004.12',
    'ISSN 1234-5678, Port Town',
    '\uf6d9 2004 The Society of Keepers',
  ])
    expect(believed(imprint)).toEqual({ verdict: 'furniture', rule: 'imprint' });
  expect(believed('Keepers of lights, J. Tides 12, doi: 10.5555/tides.12').verdict).toBe('text');
  expect(believed(`© 2004 ${'and so on '.repeat(9)}`).verdict).toBe('text');
});

it('believes the head of an article that ends in the year and its pages', () => {
  const head = (end: string): string => `A. Keeper, B. Lamp / Annals of the Lights and the Tides ${end}`;
  for (const end of ['22 (2019) 451–457', '(2004) 271, 147-152'])
    expect(believed(head(end))).toEqual({ verdict: 'furniture', rule: 'year-and-pages' });
  for (const end of ['22 (2019)', '(2019) 451', '451–457']) expect(believed(head(end)).verdict).toBe('text');
});
