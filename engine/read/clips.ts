/** What clips leave to be seen of characters and words. */
import type { Box } from '../model.js';
import { ASCENT, DESCENT } from './frame.js';
import type { PlacedCharacter } from './glyphs.js';

/** Whether the middle of a character lies within its clip, which may leave of its height no more than what it draws. */
export function isShown({ start, end, frame: { up, size }, context: { state } }: PlacedCharacter): boolean {
  const { clip } = state;
  const middle = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2] as const;
  return ([0, 1] as const).every((axis) => {
    const ends = [middle[axis] + ASCENT * size * up[axis], middle[axis] - DESCENT * size * up[axis]];
    const [from, to] = axis === 0 ? [clip.x0, clip.x1] : [clip.y0, clip.y1];
    return Math.max(...ends) >= from && Math.min(...ends) <= to;
  });
}

/** Whether a clip shows one of two characters, and another one hides the other, as what is too long for its cell. */
export const isCutApart = (before: PlacedCharacter, placed: PlacedCharacter): boolean =>
  before.context.state.clip !== placed.context.state.clip && isShown(before) !== isShown(placed);

/** The middle of the box cannot be seen. */
export function isClipped(box: Box, clip: Box): boolean {
  const x = (box.x0 + box.x1) / 2;
  const y = (box.y0 + box.y1) / 2;
  return x < clip.x0 || x > clip.x1 || y < clip.y0 || y > clip.y1;
}
