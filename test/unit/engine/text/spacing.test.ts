/** White space between the runs of a line of Chinese type. */
import { describe, expect, test } from '@jest/globals';
import type { TextRun } from '../../../../engine/model.js';
import { textOfRuns } from '../../../../engine/text/spacing.js';

/** A line of texts at a distance of `gap` font sizes, with spaces typed between them. */
function spaced(line: string, gap = 0.5): string {
  let x = 100;
  const runs = line.split(' ').map((text, id): TextRun => {
    const box = { x0: x, y0: 92, x1: x + 10 * text.length, y1: 102 };
    x = box.x1 + 10 * gap;
    return { id, text, box, baseline: 100, size: 10, font: 0, rotation: 0, space: true };
  });
  return textOfRuns(runs);
}

describe('spaces typed between the characters of a Chinese word', () => {
  test('are none of the text', () => {
    expect(spaced('目 录', 1)).toBe('目录');
    expect(spaced('工 程 概 况')).toBe('工程概况');
    expect(spaced('三、技 术 要 求', 0.75)).toBe('三、技术要求');
    expect(spaced('姓 名：')).toBe('姓名：');
    expect(spaced('地 址、电 话：')).toBe('地址、电话：');
  });

  test('stay between words', () => {
    expect(spaced('李明 王芳')).toBe('李明 王芳');
    expect(spaced('技术 部')).toBe('技术 部');
    expect(spaced('表 1')).toBe('表 1');
    expect(spaced('图 A 表')).toBe('图 A 表');
  });

  test('stay where they are wider than a character: columns stand so far apart', () =>
    expect(spaced('长 宽 高', 1.5)).toBe('长 宽 高'));

  test('stay between what numbers or names columns, and the blanks of a date', () => {
    for (const line of ['一 二 三', '甲 乙 丙', '日 一 二', '是 否', '男 女', '年 月 日'])
      expect(spaced(line)).toBe(line);
  });

  test('stay in other scripts', () => {
    expect(spaced('가 나')).toBe('가 나');
    expect(spaced('ア イ')).toBe('ア イ');
    expect(spaced('a b')).toBe('a b');
  });
});
