import type { Box, FontStyle, Page, PageLink, Rule, TextRun } from '../../engine/model.js';

/** Font indices of every page made here. */
export const PLAIN = 0;
export const BOLD = 1;
export const MONO = 2;
export const ITALIC = 3;

const style = (name: string, over: Partial<FontStyle> = {}): FontStyle => ({
  name,
  bold: false,
  italic: false,
  mono: false,
  serif: true,
  ...over,
});

export interface TextAt {
  text: string;
  x: number;
  /** Baseline. */
  y: number;
  size?: number;
  font?: number;
}

/** Words of a text set at half the font size a character, as they come to be laid out. */
export function words({ text, x, y, size = 10, font = PLAIN }: TextAt, firstId = 0): TextRun[] {
  let at = x;
  return text.split(' ').map((word, i) => {
    const box = { x0: at, y0: y - 0.76 * size, x1: at + word.length * 0.5 * size, y1: y + 0.22 * size };
    at = box.x1 + 0.3 * size;
    return {
      id: firstId + i,
      text: word,
      box,
      baseline: y,
      size,
      font,
      rotation: 0,
      ...(i > 0 ? { space: true } : {}),
    };
  });
}

export function page(
  texts: readonly TextAt[],
  drawn: { rules?: Rule[]; fills?: Box[]; links?: PageLink[] } = {},
): Page {
  return {
    number: 1,
    width: 595,
    height: 842,
    fonts: [
      style('Plain'),
      style('Bold', { bold: true }),
      style('Mono', { mono: true }),
      style('Italic', { italic: true }),
    ],
    runs: texts.flatMap((text) => words(text)).map((run, id) => ({ ...run, id })),
    rules: drawn.rules ?? [],
    fills: drawn.fills ?? [],
    images: [],
    links: drawn.links ?? [],
  };
}

export function across(y: number, x0: number, x1: number): Rule {
  return { box: { x0, y0: y - 0.25, x1, y1: y + 0.25 }, orientation: 'horizontal' };
}

export function down(x: number, y0: number, y1: number): Rule {
  return { box: { x0: x - 0.25, y0, x1: x + 0.25, y1 }, orientation: 'vertical' };
}

/** Rules around every cell of a grid. */
export function gridRules(xs: readonly number[], ys: readonly number[]): Rule[] {
  return [...ys.map((y) => across(y, xs[0]!, xs.at(-1)!)), ...xs.map((x) => down(x, ys[0]!, ys.at(-1)!))];
}

/** Texts of a table: one entry a cell, left edges `xs`, lines `pitch` apart. */
export function cells(
  rows: readonly (readonly string[])[],
  { xs, y, pitch = 15, boldRows = 1 }: { xs: readonly number[]; y: number; pitch?: number; boldRows?: number },
): TextAt[] {
  return rows.flatMap((row, r) =>
    row.flatMap((text, c) =>
      text === '' ? [] : [{ text, x: xs[c]!, y: y + r * pitch, font: r < boldRows ? BOLD : PLAIN }],
    ),
  );
}
