import { expect, test } from '@jest/globals';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { plainText } from '../../../../engine/text/spans.js';
import { fontStyle } from '../../../../engine/read/fonts.js';
import { readableText } from '../../../../engine/read/unicode.js';
import { turnStacked } from '../../../../engine/read/vertical.js';
import { wordsOf } from '../../../../engine/markdown/text.js';
import type { ParsedPage, ParsedRun } from '../../../../engine/model.js';
import { info } from '../../../support/blocks.js';
import { page, words } from '../../../support/pages.js';

const INFO = info(1);

function texts(read: ParsedPage): string[] {
  return blocksOfPages(INFO, [read]).blocks.map((block) => ('spans' in block ? plainText(block.spans) : ''));
}

test('lines of Chinese and Japanese join without a space, lines of Korean with one', () => {
  const lines = (a: string, b: string): ParsedPage =>
    page([a, b].map((text, i) => ({ text, x: 72, y: 100 + i * 13, size: 10 })));
  expect(texts(lines('中文段落没有空格中文', '应当直接连接起来。'))).toEqual([
    '中文段落没有空格中文应当直接连接起来。',
  ]);
  expect(texts(lines('한국어문장은띄어쓰기', '공백이필요합니다.'))).toEqual(['한국어문장은띄어쓰기 공백이필요합니다.']);
});

test('a Chinese title keeps its distance from its number, on the line and below it', () => {
  const chapter = (x: number): ParsedPage =>
    page([
      { text: '第3章', x: 72, y: 100, size: 14 },
      { text: '沿海灯塔', x, y: 100, size: 14 },
    ]);
  const [first] = words({ text: '第3章', x: 72, y: 100, size: 14 });
  expect(texts(chapter(first!.box.x1 + 12))).toEqual(['第3章 沿海灯塔']);
  expect(texts(chapter(first!.box.x1 + 6))).toEqual(['第3章沿海灯塔']);
  const section = (number: string, title: string): ParsedPage => {
    const [run] = words({ text: number, x: 72, y: 100, size: 14 });
    return page([
      { text: number, x: 72, y: 100, size: 14 },
      { text: title, x: run!.box.x1 + 7, y: 100, size: 14 },
    ]);
  };
  expect(texts(section('第一节', '重要提示'))).toEqual(['第一节 重要提示']);
  expect(texts(section('第一节', '重'))).toEqual(['第一节重']);
  expect(texts(section('节', '重要提示'))).toEqual(['节重要提示']);
  const below = page([
    { text: 'Chapter 3', x: 72, y: 100, size: 20 },
    { text: '沿海灯塔', x: 72, y: 124, size: 20 },
    { text: '中文段落没有空格中文', x: 72, y: 160, size: 10 },
  ]);
  expect(texts(below)[0]).toBe('Chapter 3 沿海灯塔');
});

test('characters set one below the other are read down the columns, from right to left', () => {
  const column = (text: string, x: number): ParsedRun[] =>
    Array.from(text, (sign, i) => ({
      ...words({ text: sign, x, y: 100 + i * 12, size: 12 })[0]!,
      box: { x0: x, y0: 91 + i * 12, x1: x + 12, y1: 103 + i * 12 },
    }));
  const runs = [...column('吾輩は猫である', 300), ...column('名前はまだ無い', 284)];
  expect(texts({ ...page([]), runs: turnStacked(runs, 1) })).toEqual(['吾輩は猫である名前はまだ無い']);
});

test('fonts of scripts with characters of one width are not monospaced type, unless they say so', () => {
  expect(fontStyle({ name: 'ABCDEF+NotoSerifCJKjp-Regular', isMonospace: true }).mono).toBe(false);
  expect(fontStyle({ name: 'NotoSansMonoCJKjp-Regular', isMonospace: true }).mono).toBe(true);
  // the half-width Latin letters of a Chinese font, by its name in Chinese, in bytes of it, and in Latin letters
  for (const name of ['宋体', 'å®\u008bä½\u0093', 'ËÎÌå', 'SimSun', 'KaiTi_GB2312', 'MS-PGothic'])
    expect(fontStyle({ name: `ABCDEE+${name}`, isMonospace: true }).mono).toBe(false);
  // consoles' faces are typewriter type in their Latin letters
  for (const name of ['NSimSun', '新宋体', 'MS-Gothic', 'ＭＳ ゴシック'])
    expect(fontStyle({ name: `ABCDEE+${name}`, isMonospace: true }).mono).toBe(true);
  for (const name of ['LetterGothic', 'Monaco', 'AndaleSans', 'Kailasa'])
    expect(fontStyle({ name, isMonospace: true }).mono).toBe(true);
});

test('radicals and vertical forms read as the characters they stand for', () => {
  expect(['⽣', '︒', '︵'].map(readableText)).toEqual(['生', '。', '(']);
});

test('characters of scripts without spaces are compared one by one', () => {
  expect(wordsOf('吾輩は cat 12匹')).toEqual(['吾', '輩', 'は', 'cat', '12', '匹']);
});
