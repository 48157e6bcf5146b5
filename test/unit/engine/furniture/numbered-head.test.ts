/** Heads of one page with its number, which labels, the next page or text that is cut out of a longer one confirm. */
import { describe, expect, test } from '@jest/globals';
import { runStages } from '../../../../engine/pipeline.js';
import { body, furnitureOf } from '../../../support/furniture.js';
import { page, type TextAt } from '../../../support/pages.js';

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
