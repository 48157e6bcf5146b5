/** What of the text that tags mark as an artifact is furniture, and what is content. */
import { expect, test } from '@jest/globals';
import type { ParsedPage } from '../../../../engine/model.js';
import { body, furnitureOn } from '../../../support/furniture.js';
import { page, type TextAt } from '../../../support/pages.js';

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
