/** What readers can see of what is painted: colours that differ from white, paint that covers what is under it. */
import type { GraphicsState } from './graphics-state.js';

/** From here on a part of a colour (00 to ff) cannot be distinguished from white. */
const WHITE = 0xfa;
const FULL = 0xff;
const HEX = 16;
/** Share of a paint that covers: below it even black cannot be distinguished from white. */
const LEAST_ALPHA = (FULL - WHITE) / FULL;

/** Text rendering modes that fill the glyphs, and those that draw their outlines. */
const FILLED = new Set([0, 2, 4, 6]);
const OUTLINED = new Set([1, 2, 5, 6]);

type Paint = Pick<
  GraphicsState,
  'fillColor' | 'strokeColor' | 'fillPattern' | 'strokePattern' | 'fillAlpha' | 'strokeAlpha' | 'groupAlpha'
>;

/** Whether nobody can tell the colour, #rrggbb, from the paper's, painted with this share of opacity. */
export const isWhite = (color: string | undefined, alpha = 1): boolean =>
  color !== undefined &&
  [1, 3, 5].every((at) => FULL - alpha * (FULL - Number.parseInt(color.slice(at, at + 2), HEX)) >= WHITE);

/** Whether what is filled now can be seen on white paper. A pattern may have any colour. */
export function isFillSeen({ fillColor, fillPattern, fillAlpha, groupAlpha }: Paint): boolean {
  const alpha = fillAlpha * groupAlpha;
  return fillPattern ? alpha >= LEAST_ALPHA : !isWhite(fillColor, alpha);
}

/** The same of what is stroked. */
export function isStrokeSeen({ strokeColor, strokePattern, strokeAlpha, groupAlpha }: Paint): boolean {
  const alpha = strokeAlpha * groupAlpha;
  return strokePattern ? alpha >= LEAST_ALPHA : !isWhite(strokeColor, alpha);
}

/** Whether text that is shown now is too transparent to be seen, whatever is behind it. */
export function isTransparent({ renderMode, fillAlpha, strokeAlpha, groupAlpha }: GraphicsState): boolean {
  const alphas = [...(FILLED.has(renderMode) ? [fillAlpha] : []), ...(OUTLINED.has(renderMode) ? [strokeAlpha] : [])];
  return alphas.length > 0 && alphas.every((alpha) => alpha * groupAlpha < LEAST_ALPHA);
}

/**
 * The colour that text shown now has for its reader, #rrggbb: that of the outlines where the filling alone could not be
 * seen. Undefined where it is a pattern's.
 */
export function textColor(state: GraphicsState): string | undefined {
  const { renderMode, fillColor, strokeColor, fillPattern, strokePattern } = state;
  const isOutlineAlone = OUTLINED.has(renderMode) && !FILLED.has(renderMode);
  if (isOutlineAlone) return strokePattern ? undefined : strokeColor;
  if (!isWhite(fillColor)) return fillColor;
  if (fillPattern && FILLED.has(renderMode)) return undefined;
  if (!OUTLINED.has(renderMode) || !isStrokeSeen(state)) return fillColor;
  return strokePattern ? undefined : strokeColor;
}
