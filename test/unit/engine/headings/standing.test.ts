/** Each rule of whether a bold line stands as headings do, and of whether it agrees with bookmarks and tags. */
import { describe, expect, test } from '@jest/globals';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import {
  confirmedHeadings,
  HEADING_CONFIRMED,
  type ConfirmationEvidence,
} from '../../../../engine/headings/confirmed.js';
import { PICTURE_LABEL, withoutPictureLabels } from '../../../../engine/headings/pictures.js';
import {
  HEADING_STANDING,
  standingHeadings,
  type StandingEvidence,
  type Surroundings,
} from '../../../../engine/headings/standing.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { candidateOf, emptyPage, LEFT, line, RIGHT, style, textBlock } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

const bold = (text: string, over: Partial<TextBlock> = {}): TextBlock => textBlock([line(text, { font: BOLD })], over);
const indented = textBlock('what the term means', { left: 20, textLeft: 20 });

/** What candidates of the body's size are compared with, none of them sure or likely. */
const surroundingsWith = (after: Surroundings['after']): Surroundings => ({
  after,
  sure: new Set(),
  isLarger: () => false,
  isLikely: () => false,
  style: style(),
});

describe('a bold candidate', () => {
  function standing(one: HeadingCandidate, over: Partial<StandingEvidence> = {}): string {
    const { verdict, rule } = decideWithRule(HEADING_STANDING, {
      candidate: one,
      below: textBlock('Text below'),
      sure: false,
      larger: false,
      spaceRatio: 1.5,
      terms: -1,
      likely: false,
      style: style(),
      ...over,
    });
    return `${verdict}: ${rule}`;
  }

  test('passes by what makes it a heading without space around it', () => {
    expect(standing(candidateOf(bold('I. SCOPE')), { sure: true })).toBe('heading: series-or-run-in');
    expect(standing(candidateOf(bold('Scope'), { tag: 1 }))).toBe('heading: named-by-the-document');
    expect(standing(candidateOf(bold('2.1 Scope')))).toBe('heading: numbered');
    const column = { id: 0, left: LEFT, right: RIGHT, title: true as const };
    expect(standing(candidateOf(bold('Scope', { column })))).toBe('heading: from-the-margin');
    expect(standing(candidateOf(bold('Scope')), { larger: true })).toBe('heading: in-larger-type');
  });

  test('passes in capitals in the middle of lines at even distances', () => {
    const below = textBlock('Running text of its size, which goes on in many more letters below it.', { space: 1 });
    const centred = candidateOf(bold('PARTIES', { space: 1, centred: true }));
    expect(standing(centred, { below, spaceRatio: 1 })).toBe('heading: bold-capitals-in-the-middle');
    const aside = candidateOf(bold('PARTIES', { space: 1 }));
    expect(standing(aside, { below, spaceRatio: 1 })).toBe('refused: no-more-space-above');
    const title = bold('COUNTY OF LOS ANGELES, CENTRAL DISTRICT, STANLEY MOSK COURTHOUSE', { space: 1, centred: true });
    expect(standing(centred, { below: title, spaceRatio: 1 })).toBe('refused: no-more-space-above');
  });

  test('passes where it is underlined, at whatever distance', () => {
    const underlined = candidateOf(bold('Standing', { space: 1, underlined: true }));
    const below = textBlock('Running text of its size, which goes on in many more letters below it.', { space: 1 });
    expect(standing(underlined, { below, spaceRatio: 1 })).toBe('heading: underlined');
    expect(standing(underlined, { spaceRatio: 1 })).toBe('refused: no-more-space-above');
  });

  test('passes in capitals with space above, though its text is indented', () => {
    expect(standing(candidateOf(bold('PURPOSE')), { terms: 1 })).toBe('heading: capitals-with-space-above');
    expect(standing(candidateOf(bold('PURPOSE')), { terms: 1, spaceRatio: 1.2 })).toBe('refused: appearance-of-terms');
  });

  test('is refused as a term that is explained', () => {
    expect(standing(candidateOf(bold('Lessee')), { terms: 1 })).toBe('refused: appearance-of-terms');
    expect(standing(candidateOf(bold('Lessee')), { below: indented })).toBe('refused: explained-below');
  });

  test('may stand above an indented quotation where most of its appearance stand above text at their edge', () => {
    expect(standing(candidateOf(bold('Lessee')), { below: indented, terms: -5 })).toBe('refused: explained-below');
    expect(standing(candidateOf(bold('Lessee')), { below: indented, terms: -6 })).toBe('heading: otherwise');
  });

  test('needs more space above than below, where any of its appearance has both', () => {
    expect(standing(candidateOf(bold('Scope')), { spaceRatio: 1.1 })).toBe('refused: no-more-space-above');
    expect(standing(candidateOf(bold('Scope')), { spaceRatio: 1.2 })).toBe('heading: otherwise');
    expect(standing(candidateOf(bold('Scope')), { spaceRatio: null })).toBe('heading: otherwise');
  });

  test('passes at even distances where its look says that it is one', () => {
    expect(standing(candidateOf(bold('Scope')), { spaceRatio: 1, likely: true })).toBe('heading: likely-by-its-look');
    const term = { spaceRatio: 1, likely: true, terms: 1 };
    expect(standing(candidateOf(bold('Lessee')), term)).toBe('refused: appearance-of-terms');
  });

  test('passes so only with most of its appearance', () => {
    const blocks = ['Scope', 'Rent', 'Fees', 'Term'].map((words) => bold(words, { space: 1.5 }));
    const below = textBlock('Text below', { space: 1.5 });
    const find = (...likely: string[]): string[] =>
      standingHeadings(
        blocks.map((block) => candidateOf(block)),
        {
          after: new Map(blocks.map((block) => [block, below])),
          sure: new Set(),
          isLarger: () => false,
          isLikely: ({ text }) => likely.includes(text),
          style: style(),
        },
      ).map(({ textBlock: { text } }) => text);
    expect(find('Scope', 'Fees')).toEqual(['Scope', 'Fees']);
    expect(find('Scope')).toEqual([]);
  });

  test('is refused right above another line of its type, as the first of a list', () => {
    const list = candidateOf(bold('Motor Development', { space: 3 }));
    expect(standing(list, { below: bold('Puberty', { space: 1 }) })).toBe('refused: above-bold-lines');
    expect(standing(list, { below: bold('Puberty', { space: 1.4 }) })).toBe('heading: otherwise');
  });

  test('passes between blank lines, above running text', () => {
    const typed = candidateOf(bold('Counsel for Appellant', { space: 2 }));
    const below = textBlock('As counsel for the appellant you must file these.', { space: 2 });
    expect(standing(typed, { spaceRatio: 1, below })).toBe('heading: between-blank-lines');
    expect(standing(typed, { spaceRatio: 1, below: { ...below, space: 1.2 } })).toBe('refused: no-more-space-above');
    expect(standing(candidateOf(bold('to wit', { space: 2 })), { spaceRatio: 1, below })).toBe(
      'refused: no-more-space-above',
    );
  });

  test('is judged with all others of its appearance', () => {
    const blocks = [bold('Lessee'), indented, bold('Lessor'), indented, bold('Rent'), textBlock('what is paid')];
    const found = [0, 2, 4].map((at) => candidateOf(blocks[at]!));
    const surroundings: Surroundings = {
      after: new Map(blocks.map((block, i) => [block, blocks[i + 1]])),
      sure: new Set(),
      isLarger: () => false,
      isLikely: () => false,
      style: style(),
    };
    expect(standingHeadings(found, surroundings)).toEqual([]);
  });
});

describe('a candidate in a document with bookmarks or tags', () => {
  function confirmed(one: HeadingCandidate, over: Partial<ConfirmationEvidence> = {}): string {
    const { verdict, rule } = decideWithRule(HEADING_CONFIRMED, {
      candidate: one,
      sure: false,
      larger: false,
      spaceBelow: 1,
      named: 3,
      tagged: false,
      tagGoesOn: false,
      inKnownDivision: false,
      namedAlike: 0,
      countsOn: false,
      beforeAll: false,
      ...over,
    });
    return `${verdict}: ${rule}`;
  }

  test('is a heading above all that they name, centred and bold', () => {
    const title = candidateOf(bold('Terms of Service'));
    const centred = { ...title, textBlock: { ...title.textBlock, centred: true } };
    expect(confirmed(centred, { beforeAll: true })).toBe('heading: before-all-named');
    expect(confirmed(centred)).not.toBe('heading: before-all-named');
  });

  test('is a heading where they name few, where they name it, by its form or by its size', () => {
    expect(confirmed(candidateOf(bold('Scope')), { named: 2 })).toBe('heading: few-are-named');
    expect(confirmed(candidateOf(bold('Scope')), { sure: true })).toBe('heading: series-or-run-in');
    expect(confirmed(candidateOf(bold('Scope'), { bookmark: 1 }))).toBe('heading: named-by-the-document');
    expect(confirmed(candidateOf(bold('Scope')), { larger: true })).toBe('heading: in-larger-type');
  });

  test('is none where tags leave it out', () =>
    expect(confirmed(candidateOf(bold('2.1 Scope')), { tagged: true })).toBe('refused: not-among-tags'));

  test('may be one in a tag that holds the text below it as well', () => {
    const one = candidateOf(bold('Scope', { space: 2 }));
    expect(confirmed(one, { tagged: true, tagGoesOn: true, spaceBelow: 1.5 })).toBe('heading: bold-between-spaces');
    const paragraph = (element: number): TextBlock['tag'] => ({
      page: 1,
      element,
      role: 'paragraph',
      level: 0,
      items: [],
      label: false,
    });
    const find = (element: number): HeadingCandidate[] => {
      const named = ['Rent', 'Fees', 'Term'].map((text) => candidateOf(bold(text), { tag: 1 }));
      const last = candidateOf(bold('Scope', { space: 2, tag: paragraph(1) }));
      const below = textBlock('Text of the paragraph', { space: 1.5, tag: paragraph(element) });
      return confirmedHeadings([...named, last], surroundingsWith(new Map([[last.textBlock, below]])));
    };
    expect(find(1)).toHaveLength(4);
    expect(find(2)).toHaveLength(3);
  });

  test('is a heading if two that they name are printed alike with a number of its kind', () => {
    const number = candidateOf(bold('B. Chatbots'));
    expect(confirmed(number, { namedAlike: 2 })).toBe('heading: numbered-like-those-named');
    expect(confirmed(number, { namedAlike: 1 })).toBe('refused: number-of-no-known-division');
    const named = ['A. Art', 'B. Style', 'I. Data'].map((text) => candidateOf(bold(text), { bookmark: 2 }));
    const found = [...named, candidateOf(bold('C. Robots'))];
    const surroundings = surroundingsWith(new Map());
    expect(confirmedHeadings(found, surroundings)).toHaveLength(4);
  });

  test('is a heading if it counts on from one that they name, and all that are printed alike do', () => {
    const found = (...texts: string[]): string[] => {
      const named = ['Aims', '1. Why?'].map((text) => candidateOf(bold(text), { tag: 2 }));
      const title = candidateOf(bold('Lamps'), { tag: 1 });
      const all = [title, ...named, ...texts.map((text) => candidateOf(bold(text)))];
      const surroundings = surroundingsWith(new Map());
      return confirmedHeadings(all, surroundings).map(({ textBlock }) => textBlock.text);
    };
    expect(found('2. How?', '3. When?')).toEqual(['Lamps', 'Aims', '1. Why?', '2. How?', '3. When?']);
    expect(found('2. How?')).not.toContain('2. How?');
    expect(found('2. How?', '3. When?', '5. Where?')).toContain('5. Where?');
    expect(found('3. How?', '6. When?')).not.toContain('3. How?');
    expect(found('1. Bring a lamp', '2. Light it')).not.toContain('2. Light it');
  });

  test('continues below the bookmarked levels by a number of a known division', () => {
    expect(confirmed(candidateOf(bold('2.1 Scope')), { inKnownDivision: true })).toBe('heading: in-known-division');
    expect(confirmed(candidateOf(bold('2.1 Scope')))).toBe('refused: number-of-no-known-division');
  });

  test('continues below the bookmarked levels in bold between spaces', () => {
    expect(confirmed(candidateOf(bold('Scope', { space: 2 })), { spaceBelow: 1.5 })).toBe(
      'heading: bold-between-spaces',
    );
    expect(confirmed(candidateOf(bold('Scope', { space: 2 })), { spaceBelow: 1 })).toBe('refused: otherwise');
  });

  test('continues so at the end of a page, whose text stands on the next', () => {
    expect(confirmed(candidateOf(bold('Scope', { space: 2 })), { spaceBelow: null })).toBe(
      'heading: bold-between-spaces',
    );
    const named = ['Rent', 'Fees', 'Term'].map((text) => candidateOf(bold(text), { bookmark: 1 }));
    const last = candidateOf(bold('Scope', { space: 2 }));
    const after = new Map([[last.textBlock, textBlock('Text on the next page', { space: 0 })]]);
    const surroundings = surroundingsWith(after);
    expect(confirmedHeadings([...named, last], surroundings)).toHaveLength(4);
    const beforeNothing = { ...surroundings, after: new Map() };
    expect(confirmedHeadings([...named, last], beforeNothing)).toHaveLength(3);
  });

  test('takes the known divisions from the bookmarked headings', () => {
    const named = ['1 Scope', '2 Fees', '3 Term'].map((text) => candidateOf(bold(text), { bookmark: 1 }));
    const found = [...named, candidateOf(bold('2.1 Rent')), candidateOf(bold('7.1 Other'))];
    const surroundings = surroundingsWith(new Map());
    expect(confirmedHeadings(found, surroundings).map(({ textBlock: { text } }) => text)).toEqual([
      '1 Scope',
      '2 Fees',
      '3 Term',
      '2.1 Rent',
    ]);
  });
});

describe('a candidate printed on a picture', () => {
  const page = emptyPage({ images: [{ x0: LEFT - 10, y0: 50, x1: 300, y1: 150 }] });
  const label = (one: HeadingCandidate, at = page): string => {
    const { verdict, rule } = decideWithRule(PICTURE_LABEL, { candidate: one, style: style(), page: at });
    return `${verdict}: ${rule}`;
  };

  test('is a label unless it is bookmarked or larger than the body', () => {
    expect(label(candidateOf(bold('Valve')))).toBe('refused: on-a-picture');
    expect(label(candidateOf(bold('Valve'), { bookmark: 1 }))).toBe('heading: bookmarked');
    expect(label(candidateOf(textBlock([line('Valves', { size: 14 })])))).toBe('heading: larger-than-labels');
  });

  test('is a heading on the background of the page', () => {
    const background = emptyPage({ images: [{ x0: 0, y0: 0, x1: 595, y1: 842 }] });
    expect(label(candidateOf(bold('Valve')), background)).toBe('heading: otherwise');
  });

  test('is taken out of the candidates', () =>
    expect(withoutPictureLabels([candidateOf(bold('Valve'))], style(), () => page)).toEqual([]));
});
