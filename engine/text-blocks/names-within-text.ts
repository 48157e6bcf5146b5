/**
 * Addresses in a column that holds other text as well. The widest line of one does not show that it ends early: the others
 * speak for it, and a street, a town or a telephone number tells it from a title or a sentence full of names.
 */
import { isSameSize } from '../measures.js';
import { isAddress } from '../text/dates-and-addresses.js';
import type { Line } from '../text/line.js';
import { areAligned, hadRoom } from './line-ends.js';
import type { LineSetting } from './line-settings.js';
import { markerOf } from './markers.js';
import { isOfNames, MOST_LINES, NARROW_COLUMN } from './name-lines.js';

/** Lines of an address, at least: two lines in title case may be one title. */
const LEAST_LINES = 3;
/** Share of them that end early; within a sentence none does. */
const END_EARLY = 1 / 3;
/** In usual distances: lines further apart are not of one address. */
const ONE_ADDRESS = 1.3;
/** A telephone number, whatever stands before it. */
const TELEPHONE = /(?:^|\s)\+?\(?\d{2,4}\)?[-.\s]\d{3}[-.\s]?\d{4}$/u;

/** The lines of addresses, but the first of each, which the text above it may hold. */
export function namesWithinText(lines: readonly Line[], settings: readonly LineSetting[]): ReadonlySet<Line> {
  const found = new Set<Line>();
  for (let start = 0, end = 1; start < lines.length; start = end, end += 1) {
    if (!mayBeName(lines[start]!)) continue;
    while (end < lines.length && isNextName(lines[end - 1]!, lines[end]!, settings[end]!.leading)) end += 1;
    if (end - start < LEAST_LINES || end - start > MOST_LINES) continue;
    const names = lines.slice(start, end);
    if (names.some(isPlace) && endEarly(names, settings.slice(start, end)))
      for (const line of names.slice(1)) found.add(line);
  }
  return found;
}

const isPlace = ({ text }: Line): boolean => isAddress(text) || TELEPHONE.test(text);

function isNextName(above: Line, below: Line, leading: number): boolean {
  const step = below.baseline - above.baseline;
  const isNear = step > 0 && step < ONE_ADDRESS * leading;
  return isNear && mayBeName(below) && isSameSize(above.size, below.size) && areAligned(above, below);
}

const mayBeName = ({ blocks, text, box, size }: Line): boolean =>
  !blocks && box.x1 - box.x0 < NARROW_COLUMN * size && !isMarked(text) && isOfNames(text);

/** Begins with a mark that is no area code. */
const isMarked = (text: string): boolean => markerOf(text) !== null && !TELEPHONE.test(text);

function endEarly(names: readonly Line[], settings: readonly LineSetting[]): boolean {
  const above = names.slice(0, -1);
  const early = above.filter((line, i) => hadRoom(line, names[i + 1]!, settings[i]!.right));
  return early.length >= END_EARLY * above.length;
}
