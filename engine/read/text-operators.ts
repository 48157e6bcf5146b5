/** The operators of text: how it is set, where, and what is shown. */
import { drawnStyle } from './frame.js';
import type { Glyph } from './glyphs.js';
import { finite as number, startOfText } from './graphics-state.js';
import { multiply, toMatrix, type Matrix } from './matrix.js';
import { OPS } from './pdfjs-module.js';
import { addGlyphs } from './runs.js';
import { isTransparent } from './sight.js';
import { setState, type Walk } from './walk.js';

function beginText(walk: Walk): void {
  walk.text = startOfText();
}

function setTextMatrix(walk: Walk, args: unknown[]): void {
  const matrix = toMatrix(args[0]) ?? toMatrix(args);
  if (matrix) walk.text = { matrix, lineMatrix: matrix };
}

function moveText(walk: Walk, x: number, y: number): void {
  const matrix = multiply(walk.text.lineMatrix, [1, 0, 0, 1, x, y]);
  walk.text = { matrix, lineMatrix: matrix };
}

function showText(walk: Walk, [glyphs]: unknown[]): void {
  const { state, text, marks } = walk;
  if (!Array.isArray(glyphs) || state.fontId === null) return;
  const font = walk.options.fontOf(state.fontId, drawnStyle(state, text.matrix));
  const mark = marks.at(-1);
  const context = {
    state,
    font,
    // mode 3 paints nothing, mode 7 only clips
    hidden: state.renderMode === 3 || state.renderMode === 7 || mark?.hidden === true || isTransparent(state),
    mcid: mark?.mcid ?? null,
    artifact: mark?.artifact === true,
  };
  const advance = addGlyphs(walk.collector, glyphs as (Glyph | number)[], context, text.matrix);
  const moved: Matrix = font.vertical ? [1, 0, 0, 1, 0, advance] : [1, 0, 0, 1, advance, 0];
  walk.text = { matrix: multiply(text.matrix, moved), lineMatrix: text.lineMatrix };
  // from mode 4 on glyphs are a clip too
  if (state.renderMode >= 4) setState(walk, { doubtful: true });
}

function setLeadingAndMove(walk: Walk, [x, y]: unknown[]): void {
  setState(walk, { leading: -number(y) });
  moveText(walk, number(x), number(y));
}

/** What each operator of text does. */
export const TEXT_OPERATORS: ReadonlyMap<number, (walk: Walk, args: unknown[]) => void> = new Map([
  [OPS.beginText, beginText],
  [OPS.setCharSpacing, (walk: Walk, [spacing]: unknown[]) => setState(walk, { charSpacing: number(spacing) })],
  [OPS.setWordSpacing, (walk: Walk, [spacing]: unknown[]) => setState(walk, { wordSpacing: number(spacing) })],
  [OPS.setHScale, (walk: Walk, [percent]: unknown[]) => setState(walk, { hScale: number(percent) / 100 })],
  [OPS.setLeading, (walk: Walk, [leading]: unknown[]) => setState(walk, { leading: number(leading) })],
  [OPS.setFont, (walk: Walk, [id, size]: unknown[]) => setState(walk, { fontId: String(id), fontSize: number(size) })],
  [OPS.setTextRenderingMode, (walk: Walk, [mode]: unknown[]) => setState(walk, { renderMode: number(mode) })],
  [OPS.setTextRise, (walk: Walk, [rise]: unknown[]) => setState(walk, { rise: number(rise) })],
  [OPS.setTextMatrix, setTextMatrix],
  [OPS.moveText, (walk: Walk, [x, y]: unknown[]) => moveText(walk, number(x), number(y))],
  [OPS.nextLine, (walk: Walk) => moveText(walk, 0, -walk.state.leading)],
  [OPS.setLeadingMoveText, setLeadingAndMove],
  [OPS.showText, showText],
]);
