/** Marks and numbers that items begin with. */
import { describe, expect, test } from '@jest/globals';
import { markerOf } from '../../../../engine/text-blocks/markers.js';

const marker = (text: string): string | null => markerOf(text)?.text ?? null;

describe('the number of an item', () => {
  test('has white space behind it', () => {
    expect(marker('1. Install')).toBe('1.');
    expect(marker('(2) install')).toBe('(2)');
    expect(marker('1.Install')).toBeNull();
    expect(marker('3.Oktober 2018')).toBeNull();
  });

  test('has none before Chinese and Japanese, nor before surnames in capitals with initials', () => {
    expect(marker('1.项目概况')).toBe('1.');
    expect(marker('12)验收标准')).toBe('12)');
    expect(marker('(3)付款方式')).toBe('(3)');
    expect(marker('2.はじめに')).toBe('2.');
    expect(marker('7.BERG T, HAAS K.')).toBe('7.');
    expect(marker('8.LUND O B Bridges')).toBe('8.');
  });

  test('is no amount, letter or abbreviation that Chinese follows, nor a number with a capital or two behind it', () => {
    expect(marker('1.5倍')).toBeNull();
    expect(marker('2024.项目')).toBeNull();
    expect(marker('A.项目')).toBeNull();
    expect(marker('ii.项目')).toBeNull();
    expect(marker('1.FC Anderstadt')).toBeNull();
    expect(marker('3月')).toBeNull();
  });

  test('needs white space before other capitals: clubs, titles, the labels of a form', () => {
    for (const text of ['1.FSV Anderstadt', '2.METHODS', '1.NAME : Berg', '3.PLAN A', '4.BUY A TICKET'])
      expect(marker(text)).toBeNull();
  });
});
