/** Pictures, masks and gradients of which nothing but the backdrop takes note: parts of drawings, repeated symbols, shading. */
import { addBehind, addPictures, isPainting, type Painting } from './backdrop.js';
import { toMatrix, type Matrix } from './matrix.js';
import { OPS } from './pdfjs-module.js';
import { isFillSeen } from './sight.js';

/** Masks are painted in the colour of fills. */
function addMasks(painting: Painting, places: (Matrix | null)[]): void {
  if (isFillSeen(painting.state)) addPictures(painting, places);
}

/** A shading fills all that the clip leaves. */
function addShading(painting: Painting): void {
  const { clip, fillAlpha, groupAlpha } = painting.state;
  if (fillAlpha * groupAlpha > 0 && isPainting(painting)) addBehind(painting.backdrop, clip, clip);
}

/** The places of pictures that each have a transformation. */
const placesOf = (items: unknown): (Matrix | null)[] =>
  Array.isArray(items) ? items.map((item: { transform?: unknown } | null) => toMatrix(item?.transform)) : [];

/** The places of one picture that is repeated: `positions` has the x and y of each, one after the other. */
function repeatedPlaces(positions: unknown, scale: unknown[]): (Matrix | null)[] {
  const values = ArrayBuffer.isView(positions) || Array.isArray(positions) ? (positions as ArrayLike<number>) : [];
  return Array.from({ length: Math.floor(values.length / 2) }, (_, at) =>
    toMatrix([...scale, values[2 * at], values[2 * at + 1]]),
  );
}

/** Operators that paint pictures, masks and gradients of which nothing but the backdrop takes note. */
export const SCATTERED: ReadonlyMap<number, (painting: Painting, args: unknown[]) => void> = new Map([
  [OPS.shadingFill, addShading],
  [OPS.paintImageMaskXObjectGroup, (painting: Painting, [masks]: unknown[]) => addMasks(painting, placesOf(masks))],
  [
    OPS.paintImageMaskXObjectRepeat,
    (painting: Painting, [, a, b, c, d, positions]: unknown[]) =>
      addMasks(painting, repeatedPlaces(positions, [a, b, c, d])),
  ],
  [OPS.paintInlineImageXObjectGroup, (painting: Painting, [, map]: unknown[]) => addPictures(painting, placesOf(map))],
  [
    OPS.paintImageXObjectRepeat,
    (painting: Painting, [, a, d, positions]: unknown[]) =>
      addPictures(painting, repeatedPlaces(positions, [a, 0, 0, d])),
  ],
]);
