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
    expect(spaced('品 名 量', 1.5)).toBe('品 名 量'));

  test('stay between what numbers or names columns, and the blanks of a date', () => {
    for (const line of ['一 二 三', '甲 乙 丙', '日 一 二', '是 否', '男 女', '年 月 日'])
      expect(spaced(line)).toBe(line);
  });

  test('stay between the blanks of a sum, of an address and of a page number, and between choices', () => {
    for (const line of ['万 仟 佰 拾 元 角 分', '省 市 县', '路 号 室', '第 页 共 页', '优 良 中 差', '长 宽 高'])
      expect(spaced(line)).toBe(line);
  });

  test('are none between characters of different series', () => {
    expect(spaced('第 一 章')).toBe('第一章');
    expect(spaced('甲 方：')).toBe('甲方：');
    expect(spaced('市 长')).toBe('市长');
  });

  test('stay in other scripts', () => {
    expect(spaced('가 나')).toBe('가 나');
    expect(spaced('ア イ')).toBe('ア イ');
    expect(spaced('a b')).toBe('a b');
  });
});
