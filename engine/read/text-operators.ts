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

function showText(walk: Walk, args: unknown[]): void {
  const glyphs = args[0];
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

function setLeadingAndMove(walk: Walk, args: unknown[]): void {
  setState(walk, { leading: -number(args[1]) });
  moveText(walk, number(args[0]), number(args[1]));
}

/** What each operator of text does. Operands are taken by their places: taking lists apart costs more than most of the operators. */
export const TEXT_OPERATORS: ReadonlyMap<number, (walk: Walk, args: unknown[]) => void> = new Map([
  [OPS.beginText, beginText],
  [OPS.setCharSpacing, (walk: Walk, args: unknown[]) => setState(walk, { charSpacing: number(args[0]) })],
  [OPS.setWordSpacing, (walk: Walk, args: unknown[]) => setState(walk, { wordSpacing: number(args[0]) })],
  [OPS.setHScale, (walk: Walk, args: unknown[]) => setState(walk, { hScale: number(args[0]) / 100 })],
  [OPS.setLeading, (walk: Walk, args: unknown[]) => setState(walk, { leading: number(args[0]) })],
  [
    OPS.setFont,
    (walk: Walk, args: unknown[]) => setState(walk, { fontId: String(args[0]), fontSize: number(args[1]) }),
  ],
  [OPS.setTextRenderingMode, (walk: Walk, args: unknown[]) => setState(walk, { renderMode: number(args[0]) })],
  [OPS.setTextRise, (walk: Walk, args: unknown[]) => setState(walk, { rise: number(args[0]) })],
  [OPS.setTextMatrix, setTextMatrix],
  [OPS.moveText, (walk: Walk, args: unknown[]) => moveText(walk, number(args[0]), number(args[1]))],
  [OPS.nextLine, (walk: Walk) => moveText(walk, 0, -walk.state.leading)],
  [OPS.setLeadingMoveText, setLeadingAndMove],
  [OPS.showText, showText],
]);
