/** What stands below the foot of a page: the imprint of a first page, the stamp of an archive. */
import type { Line } from '../text/line.js';
import { groupBy, type Candidate } from './candidates.js';
import { isOfText } from './lined-page.js';

/** In font sizes: the least distance of a foot from the text above it. */
const APART = 1.6;
/** In sizes of the foot: what belongs to it is hardly larger. */
const LARGEST = 1.15;

/**
 * The lines below a row at the foot that is all furniture, set apart from the text, where they are in small type as it is.
 *
 * @param isCertain whether a line is furniture whatever stands below it.
 * @param body size of the text in points.
 */
export function beyondTheFoot(
  outermost: readonly Candidate[],
  isCertain: (candidate: Candidate) => boolean,
  body: number,
): Line[] {
  const feet = outermost.filter(({ side }) => side === 'foot');
  return [...groupBy(feet, ({ page }) => String(page)).values()].flatMap((ofPage) => {
    const rows = [...groupBy(ofPage, ({ depth }) => String(depth)).values()];
    const foot = rows.find((row) => row.every(isCertain) && row.every(({ apart }) => apart > APART));
    if (!foot) return [];
    const size = Math.max(...foot.map(({ line }) => line.size));
    const beyond = ofPage.filter(({ depth }) => depth < foot[0]!.depth).map(({ line }) => line);
    const isSmall = (line: Line): boolean => line.size < body && line.size <= LARGEST * size && !isOfText(line);
    return beyond.every(isSmall) ? beyond : [];
  });
}
