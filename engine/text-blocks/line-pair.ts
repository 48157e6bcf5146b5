/** Two neighbouring lines of a column, and what there is to know about them when a paragraph may end between them. */
import type { DocumentStyle } from '../style/style.js';
import type { Line } from '../text/line.js';
import type { ColumnEdges } from './column-edges.js';
import type { Marker } from './markers.js';

/** What a paragraph that is being gathered has so far. */
export interface OpenParagraph {
  lines: readonly Line[];
  /** The list mark or clause number that it begins with. */
  marker: Marker | null;
}

export interface LinePair {
  /** The last line of the open paragraph, and the line below it. */
  above: Line;
  below: Line;
  paragraph: OpenParagraph;
  /** The paragraph before the open one. */
  previous: OpenParagraph | undefined;
  /** The line below `below`. */
  next: Line | undefined;
  edges: ColumnEdges;
  /** Right edge of the text that `above` is of, and the usual distance of its baselines or of those below, in points. */
  right: number;
  leading: number;
  style: DocumentStyle;
  /** The marker that `below` begins with. */
  marker: Marker | null;
  /** All the text of the page was recognised from its picture (scans.ts). */
  isScanned: boolean;
  /** The column is one of an index (text/index-column.ts). */
  inIndex: boolean;
  /** The column holds a few names and addresses (name-lines.ts), or both lines are of one address in any column. */
  ofNames: boolean;
  /** Both are of one address (names-within-text.ts). */
  inAddress: boolean;
  /** `above` ends in the price of an entry, and `below` is the next one of a list (entry-lines.ts). */
  isPriced: boolean;
  /** `above` ends in dates that are set to the right of it (entry-lines.ts). */
  isDated: boolean;
  /** Both are set to the right, each for itself (right-aligned.ts). */
  isRightAligned: boolean;
  isNextEntry: boolean;
  /** `above` and `below` are of one group of lines that their author broke (kept-lines.ts). */
  areKept: boolean;
  /** Markers of open lists, outermost first, with the left edges of their lines. */
  markers: readonly { marker: Marker; x: number }[];
}

/** In font sizes: a line that begins at least this far from the left edge may be centred. */
const CENTRED_INDENT = 2;
/** In font sizes: lines that begin further apart than this are not aligned. */
const ALIGNED = 0.5;
/** In points: centres that differ by less are one, and so do edges that justified lines end at. */
export const SAME_CENTRE = 2;

/** In font sizes beyond the usual distance: a gap that parts paragraphs unless the sentence plainly continues. */
const NARROW_GAP = 0.2;

export const widthOf = ({ left, right }: ColumnEdges): number => right - left;
export const step = ({ above, below }: LinePair): number => below.baseline - above.baseline;
/** Some more space than usual is between them. */
export const areSpaced = (pair: LinePair): boolean => step(pair) > pair.leading + NARROW_GAP * pair.below.size;
/** How far `below` begins to the right of `above`, in points. */
export const shift = ({ above, below }: LinePair): number => below.box.x0 - above.box.x0;

export const isAligned = (pair: LinePair): boolean => Math.abs(shift(pair)) <= ALIGNED * pair.below.size;

function sharesCentre({ box }: Line, { left, right, widest = right }: ColumnEdges): boolean {
  return [right, widest].some((end) => Math.abs((box.x0 + box.x1) / 2 - (left + end) / 2) < SAME_CENTRE);
}

/** In the middle of its column, away from its left edge. */
export function isCentred(line: Line, edges: ColumnEdges): boolean {
  return sharesCentre(line, edges) && line.box.x0 - edges.left > CENTRED_INDENT * line.size;
}

/** The lines share the middle of their column. */
export const areCentred = ({ above, below, edges }: LinePair): boolean =>
  isCentred(below, edges) && sharesCentre(above, edges) && Math.abs(above.box.x0 - below.box.x0) > SAME_CENTRE;

export const isFirstLine = ({ paragraph }: LinePair): boolean => paragraph.lines.length === 1;

/** Whether the paragraph ends between the lines. */
export type BreakVerdict = 'break' | 'join';

export const broken = (condition: boolean): BreakVerdict | null => (condition ? 'break' : null);
export const joined = (condition: boolean): BreakVerdict | null => (condition ? 'join' : null);
