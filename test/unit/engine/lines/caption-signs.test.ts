/** Captions of court papers: a column of characters in place of a line, and the two texts beside it. */
import { describe, expect, test } from '@jest/globals';
import { CAPTION_SIGNS, captionSigns } from '../../../../engine/lines/caption-signs.js';
import { isCaseCaption } from '../../../../engine/reading-order/case-captions.js';
import { plainText } from '../../../../engine/text/spans.js';
import { decided } from '../../../support/decisions.js';
import { line, runs } from '../../../support/engine-inputs.js';
import { at, pdf, structured } from '../../../support/pdf.js';

const signs = (count: number, step = 14, sign = ')') =>
  Array.from({ length: count }, (_, i) => runs(sign, { x: 300, y: 100 + step * i })[0]!);
const strip = (group: ReturnType<typeof signs>, others = runs('Plaintiff,', { x: 100, y: 114 })): string =>
  decided(CAPTION_SIGNS, { group, runs: [...group, ...others], page: 1 });

describe('the same character repeated downwards', () => {
  test('are a line where they stand clear of the text in row after row', () =>
    expect(strip(signs(5))).toBe('line: symbols-below-each-other'));
  test('are text where they are few', () => expect(strip(signs(3))).toBe('text: few-signs'));
  test('are text where rows are left out', () => expect(strip(signs(5, 60))).toBe('text: gap-in-the-column'));
  test('are text where they close a bracket', () =>
    expect(strip(signs(5), runs('(estimated', { x: 250, y: 114 }))).toBe('text: close-to-text'));
  test('are a line also close before text, where parties stand left of them', () => {
    const behind = runs('Appeal from', { x: 305, y: 114 });
    expect(strip(signs(5, 14, ']'), behind)).toBe('text: close-to-text');
    expect(strip(signs(5, 14, ']'), [...behind, ...runs('v.', { x: 120, y: 128 })])).toBe(
      'line: symbols-below-each-other',
    );
  });
  test('are a line also where few names of parties reach up to them, and none stands across', () => {
    const versus = runs('v.', { x: 120, y: 128 });
    const names = (count: number, x: number) =>
      Array.from({ length: count }, (_, i) => runs('NORTHPORT', { x, y: 114 + 14 * i })).flat();
    expect(strip(signs(5), [...names(2, 253), ...versus])).toBe('line: symbols-below-each-other');
    expect(strip(signs(5), [...names(3, 253), ...versus])).toBe('text: close-to-text');
    expect(strip(signs(5), [...names(1, 270), ...versus])).toBe('text: close-to-text');
  });
  test('are text where forms have them, too, and no parties stand beside them', () => {
    const colons = signs(5, 14, ':');
    expect(strip(colons)).toBe('text: no-parties');
    expect(strip(colons, runs('v.', { x: 120, y: 128 }))).toBe('line: symbols-below-each-other');
    expect(strip(signs(5, 14, ']'))).toBe('line: symbols-below-each-other');
  });
  test('are looked for by their kind', () => {
    const mixed = [...signs(2), ...runs('§', { x: 300, y: 128 }), ...runs('§', { x: 300, y: 142 })];
    expect(captionSigns(mixed, 1).size).toBe(0);
    expect(captionSigns(signs(4), 1).size).toBe(4);
  });
});

test('the parties stand beside the number of their case', () => {
  const left = [line('HARBOUR LIGHTS,'), line('v.'), line('NORTHPORT TOWING,')];
  expect(isCaseCaption({ left, right: [line('Case No. 17-123')] })).toBe(true);
  expect(isCaseCaption({ left, right: [line('Lighthouse')] })).toBe(false);
  const court = line('COURT OF THE SEA', { y: 60 });
  expect(isCaseCaption({ left, right: [court, line('Case No. 17-123')] })).toBe(false);
  expect(isCaseCaption({ left: left.slice(0, 1), right: [line('Case No. 17-123')] })).toBe(false);
});

test('a caption is read by its parties and then by the number, and is neither table nor heading', async () => {
  const bytes = await pdf((doc) => {
    doc.font('Times-Roman').fontSize(12);
    const centre = (y: number, text: string): void => at(doc, (595.28 - doc.widthOfString(text)) / 2, y, text);
    centre(90, 'IN THE UNITED STATES DISTRICT COURT');
    centre(104, 'FOR THE EASTERN DISTRICT OF SEASHIRE');
    const parties = {
      0: 'HARBOUR LIGHTS COMPANY,',
      2: 'Plaintiff,',
      4: 'v.',
      6: 'NORTHPORT TOWING, INC.,',
      8: 'Defendant.',
    };
    for (const [row, text] of Object.entries(parties)) at(doc, 72, 140 + 14 * Number(row), text);
    for (let row = 0; row < 9; row++) at(doc, 300, 140 + 14 * row, ')');
    at(doc, 330, 182, 'Case No. 4:17-cv-00123-ABC');
    at(doc, 330, 210, 'Judge Amelia Brown');
    const text = [
      'The plaintiff moves the court for an order that compels the defendant to answer',
      'the questions of the third set, which were served on it in March and to which no',
      'answer has been given. The court has heard the parties and now orders as follows.',
    ];
    text.forEach((words, i) => at(doc, i ? 72 : 108, 330 + 28 * i, words));
  });
  const { blocks } = await structured(bytes);
  expect(blocks.map((block) => ('spans' in block ? plainText(block.spans) : block.kind)).slice(1, 8)).toEqual([
    'HARBOUR LIGHTS COMPANY,',
    'Plaintiff,',
    'v.',
    'NORTHPORT TOWING, INC.,',
    'Defendant.',
    'Case No. 4:17-cv-00123-ABC',
    'Judge Amelia Brown',
  ]);
  expect(blocks.at(-1)).toMatchObject({ kind: 'paragraph' });
});
