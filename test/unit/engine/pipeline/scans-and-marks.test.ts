import { describe, expect, it } from '@jest/globals';
import type { Block } from '../../../../engine/block-model.js';
import type { ParsedRun } from '../../../../engine/model.js';
import { blocksOfPages } from '../../../../engine/pipeline.js';
import { withoutChanceMono } from '../../../../engine/read/fonts.js';
import { plainText } from '../../../../engine/text/spans.js';
import { info } from '../../../support/blocks.js';
import { MONO, page, words } from '../../../support/pages.js';

const INFO = info(1);

const structure = (runs: ParsedRun[]) => blocksOfPages(INFO, [{ ...page([]), runs }]);

const textOf = (block: Block | undefined): string => (block && 'spans' in block ? plainText(block.spans) : '');

const LINE = 'the survey went on for three seasons in all and every';

const bodyLines = (count: number, top = 100) =>
  Array.from({ length: count }, (_, at) => words({ text: LINE, x: 72, y: top + at * 12 })).flat();

describe('text layers of scans', () => {
  it('reads words of guessed sizes, heights and type as one paragraph', () => {
    const runs = bodyLines(4).map((run, at) => ({
      ...run,
      invisible: true,
      font: MONO,
      size: run.size * (0.7 + (at % 5) * 0.15),
      baseline: run.baseline + ((at % 3) - 1) * 0.4,
    }));
    const { blocks } = structure(runs);
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph']);
    expect(textOf(blocks[0])).toBe(Array.from({ length: 4 }, () => LINE).join(' '));
  });

  const scan = (runs: ParsedRun[]) => {
    const scanned = page([]);
    const { width, height } = scanned;
    return blocksOfPages(INFO, [{ ...scanned, images: [{ x0: 0, y0: 0, x1: width, y1: height }], runs }]);
  };
  /** Each word stands on the lowest of its letters. */
  const onTails = (runs: ParsedRun[]): ParsedRun[] =>
    runs.map((run) => ({ ...run, invisible: true, baseline: run.baseline + (/[gpqy]/.test(run.text) ? 2.3 : 0) }));
  const note = words({ text: 'Copied from the archive on request', x: 72, y: 760, size: 7 });

  it('reads lines whose words stand on their tails, whether or not the scan is stamped', () => {
    const text = Array.from({ length: 6 }, () => LINE).join(' ');
    for (const painted of [[], note]) {
      const { blocks } = scan([...onTails(bodyLines(6)), ...painted]);
      expect(textOf(blocks[0])).toBe(text);
    }
  });

  it('leaves what is painted beside a layer as it is', () => {
    const formula = [
      ...words({ text: 'E', x: 72, y: 740, size: 10 }),
      ...words({ text: '2', x: 77.2, y: 736.5, size: 6 }),
      ...words({ text: 'filed', x: 83.5, y: 740, size: 10 }),
    ];
    const { blocks } = scan([...formula, ...onTails(bodyLines(6))]);
    const [, painted] = blocks;
    expect(painted && 'spans' in painted && painted.spans.map(({ text, superscript }) => [text, superscript])).toEqual([
      ['E', undefined],
      ['2 ', true],
      ['filed', undefined],
    ]);
  });

  it('keeps small print small where the layer of a stamped scan was measured line by line', () => {
    const small = Array.from({ length: 6 }, (_, at) => words({ text: LINE, x: 72, y: 300 + at * 9, size: 7 })).flat();
    const layer = [...bodyLines(7), ...small].map((run) => ({ ...run, invisible: true }));
    const { blocks } = scan([...layer, ...note]);
    const text = (lines: number): string => Array.from({ length: lines }, () => LINE).join(' ');
    expect(blocks.slice(0, 2).map(textOf)).toEqual([text(7), text(6)]);
  });

  it('evens out nothing of a page that paints its text', () => {
    const { blocks } = structure(onTails(bodyLines(6)).map((run) => ({ ...run, invisible: false })));
    expect(blocks.length).toBeGreaterThan(1);
  });
});

describe('raised marks', () => {
  it('keeps a mark in brackets together when only its bracket touches the word', () => {
    const line = words({ text: 'established', x: 72, y: 100 });
    const end = line[0]!.box.x1;
    const mark = ['[', '3', ']'].map((text, at) => ({
      ...words({ text, x: end + 1 + at * 3, y: 95.5, size: 7 })[0]!,
      box: { x0: end + 1 + at * 3, x1: end + 4 + at * 3, y0: 90, y1: 97 },
    }));
    const { blocks } = structure([...line, ...mark, ...bodyLines(3, 112)]);
    expect(textOf(blocks[0])).toContain('established[3]');
  });
});

describe('the foot of a single page', () => {
  it('sets the whole row apart that has the page number, larger than the text or not', () => {
    const foot = [
      ...words({ text: 'Journal of Surveys', x: 72, y: 810, size: 11 }),
      ...words({ text: '1', x: 290, y: 810, size: 11 }),
      ...words({ text: 'Volume 8', x: 460, y: 810, size: 11 }),
    ];
    const { blocks, furniture } = structure([...bodyLines(12), ...foot]);
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph']);
    expect(furniture.map(({ text }) => text).sort()).toEqual(['1', 'Journal of Surveys', 'Volume 8']);
  });
});

describe('fonts that say of themselves that they are monospaced', () => {
  const style = { bold: false, italic: false, serif: false, mono: true };

  it('are believed with several characters, or by their name', () => {
    const fonts = [
      { ...style, name: 'AdvP40798' },
      { ...style, name: 'Unknown' },
      { ...style, name: 'Courier' },
    ];
    const runs = [
      ...words({ text: '1 2 30 "', x: 72, y: 100, font: 0 }),
      ...words({ text: '1999-01-08 04:05', x: 72, y: 112, font: 1 }),
      ...words({ text: 'x', x: 72, y: 124, font: 2 }),
    ];
    expect(withoutChanceMono(fonts, runs).map(({ mono }) => mono)).toEqual([false, true, true]);
  });

  it('are not believed where they set nothing but ligatures', () => {
    const fonts = [{ ...style, name: 'AdvOT863180fb+fb' }];
    const runs = ['fi', 'fl', 'ffi'].flatMap((text, i) => words({ text, x: 72, y: 100 + 12 * i, font: 0 }));
    expect(withoutChanceMono(fonts, runs).map(({ mono }) => mono)).toEqual([false]);
  });

  it('are not believed where they set characters of a script in which all have one width', () => {
    const fonts = ['SimSun', 'NSimSun', 'WenQuanYiMono'].map((name) => ({ ...style, name }));
    const runs = [
      ...words({ text: '灯塔与港口 A', x: 72, y: 100, font: 0 }),
      ...words({ text: 'lamp.turn(3) 灯', x: 72, y: 112, font: 1 }),
      ...words({ text: '灯塔与港口', x: 72, y: 124, font: 2 }),
    ];
    expect(withoutChanceMono(fonts, runs).map(({ mono }) => mono)).toEqual([false, true, true]);
  });
});
