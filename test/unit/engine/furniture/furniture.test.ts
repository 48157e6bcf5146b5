import { describe, expect, test } from '@jest/globals';
import type { ParsedPage } from '../../../../engine/model.js';
import { runStages } from '../../../../engine/pipeline.js';
import { page, type TextAt } from '../../../support/pages.js';

const body = (y: number, word = 'line'): TextAt[] =>
  Array.from({ length: 8 }, (_, i) => ({ text: Array(14).fill(`${word}${i}`).join(' '), x: 60, y: y + 12 * i }));

/** What is taken for furniture on pages with these texts. */
const furnitureOf = (...pages: TextAt[][]): string[] => furnitureOn(pages.map((texts) => page(texts)));
const furnitureOn = (pages: readonly ParsedPage[]): string[] =>
  runStages(
    { pages: pages.map((each, i) => ({ parsed: { ...each, number: i + 1 } })) },
    { from: 'normalise', until: 'furniture' },
  ).furniture.map(({ text }) => text);

test('text that repeats below a title is no running head', () => {
  const sheet = (title: string): TextAt[] => [
    { text: title, x: 60, y: 80, size: 16 },
    ...body(110),
    ...body(300, title),
  ];
  expect(furnitureOf(sheet('First'), sheet('Second'))).toEqual([]);
});

test('numbers alone below the text are page numbers though they begin anew', () => {
  const sheet = (word: string): TextAt[] => [...body(110, word), { text: '1', x: 300, y: 740 }];
  expect(furnitureOf(sheet('some'), sheet('other'))).toEqual(['1', '1']);
});

test('a number between dashes as wide as ideographs is the page number of the only page', () =>
  expect(furnitureOf([...body(110), { text: '－ 15 －', x: 300, y: 740 }])).toEqual(['－ 15 －']));

test('a caption at the foot of the only page stays, the number with its chapter goes', () => {
  const foot = [
    { text: 'Figure 7-26. Nuts.', x: 60, y: 775, size: 8 },
    { text: '7-45', x: 500, y: 800 },
  ];
  expect(furnitureOf([...body(110), ...foot])).toEqual(['7-45']);
});

test('a foot of two ends with a number goes with the head of the only page, a letter head stays', () => {
  const head = [
    { text: 'The Keeper of the Light', x: 60, y: 40 },
    { text: 'Introduction', x: 480, y: 40 },
  ];
  const foot = [
    { text: 'LX-2040 B', x: 60, y: 800 },
    { text: '19', x: 520, y: 800 },
  ];
  expect(furnitureOf([...head, ...body(110), ...foot])).toEqual([...head, ...foot].map(({ text }) => text));
  expect(furnitureOf([...head, ...body(110)])).toEqual([]);
});

test('an artifact within the text is content, at its edge or on several pages it is not', () => {
  const sheet = (heads: readonly string[], word: string): ParsedPage => {
    const marked = heads.map((text, i) => ({ text, x: 60, y: 200 + 30 * i }));
    const read = page([{ text: 'Head', x: 60, y: 40 }, ...body(60, word), ...marked, ...body(400, word)]);
    return { ...read, runs: read.runs.map((run) => (/\d$/.test(run.text) ? run : { ...run, artifact: true })) };
  };
  expect(furnitureOn([sheet(['Sender Ltd'], 'some')])).toEqual(['Head']);
  const both = furnitureOn([sheet(['Sender Ltd', 'Draft'], 'some'), sheet(['Draft'], 'other')]);
  expect(both).toEqual(['Head', 'Draft', 'Head', 'Draft']);
});

test('the head of all pages that is marked as an artifact is read once where it is the title', () => {
  const sheet = (word: string, inText?: TextAt, text = 'Results of the Count'): ParsedPage => {
    const title = { text, x: 60, y: 40, size: 16 };
    const read = page([title, ...(inText ? [inText] : []), ...body(110, word)]);
    return {
      ...read,
      runs: read.runs.map((run) => (title.text.includes(run.text) ? { ...run, artifact: true } : run)),
    };
  };
  const further = [sheet('other'), sheet('more')];
  expect(furnitureOn([sheet('some'), ...further])).toEqual(Array(2).fill('Results of the Count'));
  // the name of who made it, above the title of the text
  const titled = sheet('some', { text: 'Minutes', x: 60, y: 80, size: 20 });
  expect(furnitureOn([titled, ...further])).toEqual(Array(3).fill('Results of the Count'));
  // the name of a journal, larger than the title of the paper
  const paper = sheet('some', { text: 'On Lights', x: 60, y: 80, size: 14 });
  expect(furnitureOn([paper, ...further])).toEqual(Array(3).fill('Results of the Count'));
  const numbered = ['some', 'other', 'more'].map((word, i) => sheet(word, undefined, `Sheet ${i + 1} out of 3`));
  expect(furnitureOn(numbered)).toHaveLength(3);
  const marked = ['some', 'other', 'more'].map((word) => sheet(word, undefined, 'CONFIDENTIAL'));
  expect(furnitureOn(marked)).toEqual(Array(3).fill('CONFIDENTIAL'));
});

test('an artifact in large type above the text is content on the first page alone', () => {
  const sheet = (head: TextAt, word: string): ParsedPage => {
    const read = page([head, ...body(110, word), ...body(300, word)]);
    return { ...read, runs: read.runs.map((run) => (run.baseline < 80 ? { ...run, artifact: true } : run)) };
  };
  const head = (text: string, size: number): TextAt => ({ text, x: 60, y: 60, size });
  expect(furnitureOn([sheet(head('139th Session', 16), 'some')])).toEqual([]);
  expect(furnitureOn([sheet(head('139th Session', 9), 'some')])).toEqual(['139th Session']);
  expect(furnitureOn([sheet(head('4', 16), 'some')])).toEqual(['4']);
  expect(furnitureOn([sheet(head('October 2023', 16), 'some')])).toEqual(['October 2023']);
  expect(furnitureOn([sheet(head('Budget 2024', 16), 'some')])).toEqual([]);
  const heads = [sheet(head('First', 16), 'some'), sheet(head('Second', 16), 'other')];
  expect(furnitureOn(heads)).toEqual(['Second']);
  const numbered = [sheet(head('Sheet 1', 16), 'some'), sheet(head('Sheet 2', 16), 'other')];
  expect(furnitureOn(numbered)).toEqual(['Sheet 1', 'Sheet 2']);
});

test('an imprint below the foot of the first page goes with the foot, in the type of the text it stays', () => {
  const foot = { text: 'Journal of Lights 12 (2004)', x: 60, y: 780, size: 7 };
  const words = ['some', 'other', 'more', 'last'];
  const sheets = words.map((word): TextAt[] => [...body(110, word), foot]);
  const imprint = { text: 'DOI 10.5555/lights.12', x: 60, y: 790, size: 7 };
  const feet = words.map(() => foot.text);
  const withFirst = (text: TextAt): string[] => furnitureOf([...sheets[0]!, text], ...sheets.slice(1));
  expect(withFirst(imprint)).toEqual([foot.text, imprint.text, ...feet.slice(1)]);
  expect(withFirst({ ...imprint, size: 10, y: 796 })).toEqual(feet.slice(1));
});

test('the number of a page in words is furniture above an imprint of many rows, the imprint stays', () => {
  const imprint = ['Lamps Ltd', 'Quay 4, Harbour', 'Bank of the Coast', 'Account 1204'];
  const foot = (number: string, y = 755): TextAt[] => [
    { text: number, x: 480, y },
    ...imprint.map((text, i) => ({ text, x: 60, y: 775 + 9 * i })),
  ];
  const second = [...body(110, 'other'), { text: 'Line of the second page alone', x: 60, y: 700 }];
  const found = (number: string, y?: number, more: TextAt[] = []): string[] =>
    furnitureOf(body(110), [...second, ...more, ...foot(number, y)]);
  expect(found('Page 2 of 2')).toEqual(['Page 2 of 2']);
  expect(found('Seite 2 von 2')).toEqual(['Seite 2 von 2']);
  expect(found('Page 1 of 2')).toEqual([]);
  expect(found('See page 2 of 2')).toEqual([]);
  expect(found('Page 2')).toEqual([]);
  expect(found('Page 2 of 2', 500)).toEqual([]);
  // a list of sheets, a stamp with a count of its own
  expect(found('Page 2 of 2', 755, [{ text: 'Page 1 of 2', x: 480, y: 400 }])).toEqual([]);
  expect(found('Page 2 of 2', 755, [{ text: 'Page 4 of 8', x: 480, y: 400 }])).toEqual(['Page 2 of 2']);
});

test('the last line of a sentence that two pages repeat is text, an imprint of several lines is none', () => {
  const last = 'I certify that all the lamps were lit before dusk, that their oil was measured, and that the';
  const end = { text: 'wicks were trimmed.', x: 60, y: 760 };
  const sheet = (mark: string, above: string, below: TextAt, word?: string): TextAt[] => [
    { text: mark, x: 60, y: 90 },
    ...body(110, word),
    { ...below, text: above, x: 60, y: 748 },
    below,
    { text: 'Copy of the keeper', x: 60, y: 800 },
  ];
  const found = (above: string, over: Partial<TextAt> = {}, word?: string): boolean => {
    const below = { ...end, ...over };
    return furnitureOf(sheet('First', above, below), sheet('Second', above, below, word)).includes(below.text);
  };
  expect(found(last)).toBe(false);
  // pages with text of their own are no copies, and have the lines as their foot
  expect(found(last, {}, 'other')).toBe(true);
  const short = sheet('Second', last, end).filter(({ y }) => y < 100 || y > 700);
  expect(furnitureOf(sheet('First', last, end), short)).toContain(end.text);
  // the line above ends its sentence, this one begins another, stands elsewhere or is the imprint's
  expect(found(`${last} wicks.`)).toBe(true);
  expect(found(last, { text: 'Wicks were trimmed.' })).toBe(true);
  expect(found(last, { x: 300 })).toBe(true);
  expect(found(last, { size: 7 })).toBe(true);
});

test('the number of all pages below the number of each is furniture', () => {
  const sheet = (n: number, count: string): TextAt[] => [
    ...body(110, `word${n}`),
    { text: `Page ${n} /`, x: 480, y: 790 },
    { text: count, x: 500, y: 802 },
  ];
  expect(furnitureOf(...[1, 2, 3].map((n) => sheet(n, '3')))).toEqual([
    'Page 1 /',
    '3',
    'Page 2 /',
    '3',
    'Page 3 /',
    '3',
  ]);
  expect(furnitureOf(...[1, 2, 3].map((n) => sheet(n, '40')))).not.toContain('40');
});

test('a number that ends the text of each page is not that of all pages', () => {
  const order = (n: number): TextAt[] => [
    ...body(110, `word${n}`),
    { text: `Oil for the lamp ${'abc'[n - 1]}`, x: 72, y: 778 },
    { text: 'Number of items', x: 72, y: 790 },
    { text: '3', x: 72, y: 802 },
  ];
  expect(furnitureOf(...[1, 2, 3].map(order))).toEqual([]);
});

test('words of pages at the foot of the only page go with what stands beside and below them in their type', () => {
  const foot = [
    { text: 'Lights of Italy', x: 60, y: 780, size: 8 },
    { text: 'Pagina 2 di 4', x: 480, y: 780, size: 8 },
    { text: 'A guide to lamps and oil', x: 60, y: 790, size: 8 },
  ];
  expect(furnitureOf([...body(110), ...foot])).toEqual(foot.map(({ text }) => text));
  const [, number, below] = foot;
  expect(furnitureOf([...body(110), number!, { ...below!, size: 10, y: 796 }])).toEqual([]);
});

test('a number of pages before the first is the foot of the only page, a letter, an item and kisses are not', () => {
  const withFoot = (text: string, y = 800): string[] => furnitureOf([...body(110), { text, x: 300, y }]);
  for (const text of ['xiv', '(xx)']) expect(withFoot(text)).toEqual([text]);
  expect(withFoot('(iii)', 771)).toEqual([]);
  for (const text of ['x', 'xx', 'XX', '(iiii)', 'ill']) expect(withFoot(text)).toEqual([]);
});

test('the copyright of a slide is its foot, where it stands alone and apart in small type', () => {
  const foot = { text: 'Lamps Ltd © 2024', x: 400, y: 360, size: 7 };
  const onSlide = (...texts: TextAt[]): string[] => furnitureOn([{ ...page(texts), width: 720, height: 405 }]);
  expect(onSlide(...body(110), foot)).toEqual([foot.text]);
  expect(onSlide(...body(110), { ...foot, text: '© 2024 Lamps and Oil Ltd' })).toHaveLength(1);
  expect(onSlide(...body(110), { ...foot, size: 10 })).toEqual([]);
  expect(onSlide(...body(255), foot)).toEqual([]);
  expect(onSlide(...body(110), { ...foot, x: 60 }, { ...foot, text: 'All lamps', x: 300 })).toEqual([]);
  for (const text of [
    'Lamps Ltd 2024',
    'Figure 2. Lamps © 2024 Maria Lind',
    'Photo © 2018 Maria Lind',
    'Source: Lamps Ltd © 2024',
    'The method was described in the handbook (c) 2019 and extended later.',
  ])
    expect(onSlide(...body(110), { ...foot, text })).toEqual([]);
  expect(furnitureOf([...body(110), { ...foot, y: 730 }])).toEqual([]);
});

test('the number of the second of two pages is its foot where the first has none, far below the text', () => {
  const second = (text: string, y = 800): TextAt[] => [...body(110, 'other'), { text, x: 300, y }];
  expect(furnitureOf(body(110), second('2'))).toEqual(['2']);
  expect(furnitureOf(body(110), second('12'))).toEqual([]);
  // an answer in the last line of the text
  expect(furnitureOf(body(110), second('2', 771))).toEqual([]);
  expect(furnitureOf(body(110), [...second('2'), { text: 'The answer is', x: 60, y: 776 }])).toEqual([]);
});

test('a line at the very edge of a page with margins is a stamp, and the foot is above it', () => {
  const stamp = { text: 'keeper@example.org The Keeper 01/04/24 07:49:02 AM', x: 80, y: 838, size: 11 };
  const number = { text: '22', x: 60, y: 812, size: 8 };
  const text = [...body(110), ...body(300)];
  expect(furnitureOf([...text, number, stamp])).toEqual(['22', stamp.text]);
  expect(furnitureOf([...text, { ...stamp, y: 10, size: 8 }])).toEqual([stamp.text]);
  // in the margin, in large type, on a page without margins, on a sheet with little on it
  expect(furnitureOf([...text, { ...stamp, y: 815 }])).toEqual([]);
  expect(furnitureOf([...text, { ...stamp, y: 14, size: 16 }])).toEqual([]);
  expect(furnitureOf([...text, { ...body(500)[0]!, x: 12 }, { ...stamp, y: 10 }])).toEqual([]);
  expect(furnitureOf([...body(110), { ...stamp, y: 10 }])).toEqual([]);
  const below = { ...stamp, text: 'Lamps', y: 27, size: 8 };
  expect(furnitureOf([...text, { ...stamp, y: 10, size: 8 }, below])).toEqual([]);
  // of the archive at head and foot; alone it may be a title, an address, a total, and so are two of different sizes
  const [above, under] = [
    { text: 'The Northern Lights', x: 80, y: 10, size: 8 },
    { text: 'Archive of Lamps', x: 400, y: 838, size: 8 },
  ];
  expect(furnitureOf([...text, above, under])).toEqual([above.text, under.text]);
  for (const alone of [
    'Report on Lamps',
    'Bell Rock, 3 May 2019',
    'Total 4711.00',
    'keeper@example.org',
    'Open 5/4 9:00',
  ])
    expect(furnitureOf([...text, { ...above, text: alone }])).toEqual([]);
  expect(furnitureOf([...text, { ...above, size: 11 }, under])).not.toContain(above.text);
  expect(furnitureOf([...text, above, { ...under, text: '4 Rock Street' }])).not.toContain(above.text);
  // the first line of a head
  expect(furnitureOf([...text, { ...stamp, y: 10, size: 8 }, { ...stamp, text: 'Lamps', y: 21, size: 8 }])).toEqual([]);
});

describe('the head of a page that no other shows', () => {
  const head = { text: 'The Keeping of Lighthouses', x: 280, y: 60, size: 8 };
  const number = { text: '5', x: 417, y: 60, size: 8 };
  // lines that end at 421 points
  const lines = Array.from({ length: 8 }, (_, i) => ({
    text: Array(13).fill(`Line${i}`).join(' '),
    x: 60,
    y: 100 + 12 * i,
  }));
  const right = { ...number, x: 417 };
  // the same as text that begins and breaks off in the middle of a sentence
  const within = Array(13).fill('words').join(' ');
  const runningOn = lines.map((line, i) => (i > 0 && i < 7 ? line : { ...line, text: within }));

  const labelled = (label: string, ...texts: TextAt[]): string[] =>
    runStages(
      { info: { pageLabels: [label] }, pages: [{ parsed: page(texts) }] },
      { from: 'normalise', until: 'furniture' },
    ).furniture.map(({ text }) => text);

  test('has the number of its label at the outer edge of the text', () => {
    const near = { ...head, x: 200 };
    expect(labelled('5', near, right, ...lines)).toEqual([head.text, '5']);
    expect(labelled('5', near, { ...right, x: 410 }, ...lines)).toEqual([]);
    expect(labelled('6', near, right, ...lines)).toEqual([]);
    expect(labelled('5', { ...head, x: 150 }, { ...number, x: 60 }, ...lines)).toEqual(['5', head.text]);
    expect(labelled('5', { ...head, text: `${head.text} | 5`, x: 309 }, ...lines)).toHaveLength(1);
    // its words take the number, or it is a cell of a table
    expect(labelled('5', { ...head, text: `${head.text} 5`, x: 315 }, ...lines)).toEqual([]);
    expect(labelled('5', { ...near, text: 'Chapter' }, right, ...lines)).toEqual([]);
    expect(labelled('5', near, right, ...lines, { text: '7', x: 417, y: 300 })).toEqual([]);
  });

  test('is none in other types, nearer to the text, or on the only page without labels', () => {
    const near = { ...head, x: 200 };
    expect(labelled('5', { ...near, size: 10 }, { ...right, size: 10 }, ...lines)).toEqual([]);
    expect(labelled('5', { ...near, text: 'Invoice No:' }, right, ...lines)).toEqual([]);
    expect(labelled('5', { ...near, y: 90 }, { ...right, y: 90 }, ...lines)).toEqual([]);
    for (const text of ['12 Harbour Road, Northport', '7 Steps', '3 eggs, 2 cups of flour'])
      expect(furnitureOf([{ ...head, text, x: 60 }, ...lines])).toEqual([]);
    for (const text of ['Invoice 4711', 'Bericht Nr. 112', 'Homework 1'])
      expect(furnitureOf([{ ...head, text, x: 422 - 4 * text.length }, ...lines])).toEqual([]);
    expect(furnitureOf([near, right, ...lines])).toEqual([]);
    expect(furnitureOf([near, { ...right, text: '1' }, ...lines])).toEqual([]);
  });

  test('has the number of a second page that the first has its title in place of', () => {
    const first = (size: number): TextAt[] => [{ text: 'The Lights of Home', x: 200, y: 80, size }, ...body(110)];
    const second = (text: string, x = 90): TextAt[] => [
      { ...number, text, x: 60 },
      { ...head, text: 'A. Moran et al.', x },
      ...lines,
    ];
    expect(furnitureOf(first(16), second('2'))).toEqual(['2', 'A. Moran et al.']);
    expect(furnitureOf(first(16), second('3'))).toEqual([]);
    expect(furnitureOf(first(10), second('2'))).toEqual([]);
    expect(furnitureOf(first(16), [{ ...head, text: '2 A. Moran et al.', x: 60 }, ...lines])).toEqual([]);
    expect(furnitureOf(first(16), [{ ...head, text: 'Annex 2', x: 394 }, ...lines])).toEqual([]);
  });

  test('has a number in step with the other of two pages', () => {
    const below = (value: string): TextAt[] =>
      lines.map((line) => ({ ...line, text: line.text.replaceAll('Line', `On${value}`) }));
    const pageOf = (text: string, value: string): TextAt[] => [
      { ...head, text, x: 200 },
      { ...right, text: value, x: 422 - 4 * value.length },
      ...below(value),
    ];
    expect(furnitureOf(pageOf('A. Moran et al.', '12'), pageOf('The Lamps of Home', '13'))).toHaveLength(4);
    expect(furnitureOf(pageOf('A. Moran et al.', '12'), pageOf('The Lamps of Home', '15'))).toEqual([]);
    expect(furnitureOf(pageOf('A. Moran et al.', '2'), below('11'))).toEqual([]);
    const annex = (text: string, value: string): TextAt[] => [
      { ...head, text, x: 422 - 4 * text.length },
      ...below(value),
    ];
    expect(furnitureOf(annex('Annex 3', '11'), annex('Order 4', '12'))).toEqual([]);
  });

  test('has a sign between words and a number in step with the other of two pages, also in the size of the text', () => {
    const sheet = (text: string, word: string, over: Partial<TextAt> = {}): TextAt[] => [
      { ...head, x: 60, size: 10, text, ...over },
      ...runningOn.map((line) => ({
        ...line,
        text: line.text.replaceAll('Line', word).replaceAll('words', `${word.toLowerCase()}ly`),
      })),
    ];
    const found = (first: string, second: string, over: Partial<TextAt> = {}): string[] =>
      furnitureOf(sheet(first, 'One'), sheet(second, 'Two', over));
    expect(found('8 · ON THE LAMPS', 'INTRODUCTION · 9')).toEqual(['8 · ON THE LAMPS', 'INTRODUCTION · 9']);
    expect(found('8 · ON THE LAMPS', 'INTRODUCTION · 11')).toEqual([]);
    expect(found('8 · ON THE LAMPS', 'INTRODUCTION 9')).toEqual([]);
    expect(found('8 · ON THE LAMPS', 'INTRODUCTION · 9', { y: 66 })).toEqual([]);
    expect(found('8 · ON THE LAMPS', 'INTRODUCTION · 9', { y: 88 })).toEqual([]);
    expect(found('8 · ON THE LAMPS', 'INTRODUCTION · 9', { size: 16 })).toEqual([]);
    // ratings and telephone numbers
    expect(found('3 · 4', '4 · 5')).toEqual([]);
    // steps, slides, questions: no sentence runs from the first to the second
    const step = (text: string, word: string, below: readonly TextAt[]): TextAt[] => [
      ...sheet(text, word).slice(0, 1),
      ...below.map((line) => ({
        ...line,
        text: line.text.replaceAll('Line', word).replaceAll('words', `${word.toLowerCase()}ly`),
      })),
    ];
    const steps = (one: readonly TextAt[], two: readonly TextAt[]): string[] =>
      furnitureOf(step('1 • Clean the lamp', 'One', one), step('2 • Light the lamp', 'Two', two));
    expect(steps(lines, runningOn)).toEqual([]);
    expect(steps(runningOn, lines)).toEqual([]);
    expect(steps(runningOn, runningOn)).toHaveLength(2);
  });

  test('stands in any type above text cut out of a longer one, with the foot that has its number', () => {
    const long = { text: 'The Keeping of Lighthouses in Storms', x: 180, y: 60, size: 12 };
    const five = { text: '5', x: 415, y: 60, size: 12 };
    const begun = [runningOn[0]!, ...lines.slice(1)];
    const issue = { text: 'Lamps 12, 1–15 (2019)', x: 60, y: 780, size: 8 };
    const found = (...texts: TextAt[]): string[] => furnitureOf(texts);
    expect(found(long, five, ...begun, issue)).toEqual([long.text, '5', issue.text]);
    const other = { ...issue, text: 'Lamps 12, 21–35 (2019)', x: 60 };
    expect(found(long, five, ...runningOn)).toEqual([long.text, '5']);
    // contracts, recipes and letters begin so, too: no end of the text that breaks off, hours for pages, an address at the foot
    expect(found(long, five, ...begun)).toEqual([]);
    expect(found(long, five, ...begun, other)).not.toContain('5');
    expect(found(long, five, ...begun, { ...issue, text: 'Open on Mondays 1–15' })).not.toContain('5');
    const address = 'The Society of the Northern Lights on the Bell Rock at the Coast';
    expect(found(long, five, ...begun, { ...issue, text: address })).not.toContain('5');
    expect(found(long, five, ...begun.slice(0, -1), { ...lines.at(-1)!, text: 'the keepers of the lamp' })).toEqual([]);
    // a sentence that begins, a short line, a year, a title in large type, a number within the words
    expect(found(long, five, lines[0]!, ...runningOn.slice(1))).toEqual([]);
    expect(found(long, five, { text: 'name', x: 60, y: 100 }, ...runningOn.slice(1))).toEqual([]);
    expect(found(long, { ...five, text: '2019', x: 397 }, ...runningOn)).toEqual([]);
    expect(found({ ...long, size: 16, x: 100 }, { ...five, size: 16 }, ...runningOn)).toEqual([]);
    expect(found({ ...long, text: `${long.text} 5`, x: 193 }, ...runningOn)).toEqual([]);
  });
});

describe('a foot of many rows', () => {
  const rows = ['Lamps Ltd', 'Quay 4, Harbour', '97015', 'Bank of the Coast', 'Register 1204'];
  const foot = (size: number, y = 745): TextAt[] => rows.map((text, i) => ({ text, x: 400, y: y + 11 * i, size }));
  const sheets = (below: readonly TextAt[], count = 3): TextAt[][] =>
    ['some', 'other', 'more'].slice(0, count).map((word) => [...body(110, word), ...below]);

  test('in small type on three pages goes as a whole, numbers among its rows too', () =>
    expect(furnitureOf(...sheets(foot(7)))).toEqual([...rows, ...rows, ...rows]));

  test('is none in the type of the text, right below it, on two pages, or with words that change', () => {
    expect(furnitureOf(...sheets(foot(10)))).not.toContain('97015');
    expect(furnitureOf(...sheets(foot(7), 2))).not.toContain('97015');
    const changing = sheets(foot(7)).map((sheet, i) => [
      ...sheet.slice(0, -1),
      { ...sheet.at(-1)!, text: `Paid ${i}4,10` },
    ]);
    expect(furnitureOf(...changing)).not.toContain('97015');
    const filled = ['some', 'other', 'more'].map((word) => [...body(641, word), ...foot(7, 741)]);
    expect(furnitureOf(...filled)).not.toContain('97015');
  });

  test('is none where its rows are the sentences of terms', () => {
    const words = ['All lamps stay ours until paid.', 'They are sent at your own risk.', 'Oil is not', 'sent back'];
    const terms = [...words, 'Courts: Leith'].map((text, i) => ({ text, x: 60, y: 745 + 11 * i, size: 7 }));
    expect(furnitureOf(...sheets(terms))).not.toContain(words[0]);
  });

  test('is none on copies of one form', () => {
    const copies = ['Ada', 'Bob', 'Cleo'].map((name) => [
      ...body(110),
      { text: name, x: 60, y: 260 },
      ...body(300, 'form'),
      ...foot(7),
    ]);
    expect(furnitureOf(...copies)).not.toContain('97015');
  });
});

describe('heads of two pages that stand higher and lower', () => {
  const head = (y: number, left: number, right: number): TextAt[] => [
    { text: 'Lamps and Lights', x: left, y },
    { text: 'Vol. 9 (2013)', x: left, y: y + 12, size: 8 },
    { text: 'Ada Moran: The Bell Rock', x: right, y },
  ];
  const texts = head(40, 60, 400)
    .map(({ text }) => text)
    .toSorted();
  const found = (one: readonly TextAt[], two: readonly TextAt[]): string[] =>
    furnitureOf([...one, ...body(110, 'some')], [...two, ...body(110, 'other')], body(110, 'more')).toSorted();

  test('show each other by rows that are displaced alike', () => {
    expect(found(head(40, 60, 400), head(43.5, 400, 60))).toEqual([...texts, ...texts].toSorted());
    expect(found(head(40, 60, 400), head(60, 400, 60))).toEqual([]);
  });

  test('are none of a letter and its answer, which begin with sentences of their own', () => {
    const answer = [{ text: 'Dear Ada,', x: 60, y: 98 }, ...body(110, 'other')];
    const letter = [...head(40, 60, 400), ...body(110, 'some')];
    expect(furnitureOf(letter, [...head(43.5, 400, 60), ...answer])).toEqual([]);
  });

  test('do not where a row differs, one row is all, or both are at the same side, as on two letters', () => {
    const letter = (y: number): TextAt[] => head(y, 60, 400).slice(0, 2);
    expect(found(letter(40), letter(43.5))).toEqual([]);
    const other = [...head(43.5, 400, 60).slice(0, 2), { text: 'The Northern Lights', x: 60, y: 43.5 }];
    expect(found(head(40, 60, 400), other)).toEqual([]);
    expect(found(head(40, 60, 400).slice(0, 1), head(43.5, 60, 400).slice(0, 1))).toEqual([]);
  });
});

test('a foot with the year of an issue and pages that begin with the number in step goes, a note stays', () => {
  const sheets = (foot: string): TextAt[][] => [
    [...body(110, 'some'), { text: foot, x: 60, y: 780, size: 6 }],
    ...['other', 'more', 'last'].map((word, i) => [...body(110, word), { text: String(84 + i), x: 300, y: 40 }]),
  ];
  const issue = 'Lamps, vol. 28 no 2, 2019, p. 83-108.';
  expect(furnitureOf(...sheets(issue))).toEqual([issue, '84', '85', '86']);
  expect(furnitureOf(...sheets('Moran, Lamps 28, 2019, p. 80-108.'))).toEqual(['84', '85', '86']);
});
