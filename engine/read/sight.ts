/** What readers can see of what is painted: colours that differ from white, paint that covers what is under it. */
import { blended } from './blend-modes.js';
import type { GraphicsState } from './graphics-state.js';

const FULL = 0xff;
/** Of 255: type that differs so much from what is behind it in each part of its colour has a contrast of 1.07 to 1 at most. */
const INDISTINCT = 7;
/** From here on a part of a colour (00 to ff) cannot be distinguished from white. */
const WHITE = FULL - INDISTINCT;
const HEX = 16;
/** Where the parts of #rrggbb begin. */
const PARTS = [1, 3, 5];
const partOf = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), HEX);
/** Share of a paint that covers: below it even black cannot be distinguished from white. */
const LEAST_ALPHA = (FULL - WHITE) / FULL;

/** Text rendering modes that fill the glyphs, and those that draw their outlines. */
const FILLED = new Set([0, 2, 4, 6]);
const OUTLINED = new Set([1, 2, 5, 6]);
/** From the next mode on glyphs are a clip too; it paints nothing itself. */
const LAST_UNCLIPPED = 3;

/** What of the state decides how text looks. */
export const PAINT = [
  ...(['renderMode', 'fillColor', 'strokeColor', 'fillPattern', 'strokePattern', 'blendMode', 'masked'] as const),
  ...(['fillAlpha', 'strokeAlpha', 'groupAlpha', 'doubtful'] as const),
];

/** Whether text that is shown in either state looks the same on the same background. */
export const isSamePaint = (a: GraphicsState, b: GraphicsState): boolean =>
  a === b || PAINT.every((key) => a[key] === b[key]);

type Paint = Pick<
  GraphicsState,
  'fillColor' | 'strokeColor' | 'fillPattern' | 'strokePattern' | 'fillAlpha' | 'strokeAlpha' | 'groupAlpha'
>;

/** Whether nobody can tell the colour, #rrggbb, from the paper's, painted with this share of opacity. */
export const isWhite = (color: string | undefined, alpha = 1): boolean =>
  color !== undefined && PARTS.every((at) => FULL - alpha * (FULL - partOf(color, at)) >= WHITE);

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
  const fills = FILLED.has(renderMode);
  const strokes = OUTLINED.has(renderMode);
  if (fills && !(fillAlpha * groupAlpha < LEAST_ALPHA)) return false;
  if (strokes && !(strokeAlpha * groupAlpha < LEAST_ALPHA)) return false;
  return fills || strokes;
}

interface Ink {
  color: string;
  alpha: number;
}

/** What text that is shown now is painted in; null where that is a pattern, or letters are a clip. */
function inksOf(state: GraphicsState): Ink[] | null {
  const { renderMode, fillColor, strokeColor, groupAlpha } = state;
  const [fills, strokes] = [FILLED.has(renderMode), OUTLINED.has(renderMode)];
  if (renderMode > LAST_UNCLIPPED || (fills && state.fillPattern) || (strokes && state.strokePattern)) return null;
  return [
    ...(fills ? [{ color: fillColor, alpha: state.fillAlpha * groupAlpha }] : []),
    ...(strokes ? [{ color: strokeColor, alpha: state.strokeAlpha * groupAlpha }] : []),
  ];
}

/** Whether all that text shown now is painted in cannot be told from white. */
export function isWhiteInk(state: GraphicsState): boolean {
  const inks = inksOf(state);
  return inks !== null && inks.length > 0 && inks.every(({ color, alpha }) => isWhite(color, alpha));
}

/** Whether text that is shown now cannot be told from a background of this colour, #rrggbb. */
export function isLostOn(background: string, state: GraphicsState): boolean {
  const inks = inksOf(state);
  const isLost = ({ color, alpha }: Ink): boolean =>
    PARTS.every((at) => {
      const [below, paint] = [partOf(background, at), partOf(color, at)];
      const seen = blended(state.blendMode, below / FULL, paint / FULL);
      return seen !== null && alpha * Math.abs(FULL * seen - below) <= INDISTINCT;
    });
  return inks !== null && inks.length > 0 && inks.every(isLost);
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
