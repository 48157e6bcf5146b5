/**
 * The document's own lists of its headings, bookmarks and printed contents, and the text blocks that they name. Lines of one
 * title become one text block: number and date on one line, the name below.
 */
import type { Bookmark } from '../model.js';
import { withoutNumber } from '../text/numerals.js';
import { lettersOf } from '../text/similarity.js';
import { bookmarkEntries, printedEntries, type ListedTitle } from './outline-entries.js';
import { placeEntries, TitleIndex, type Matched, type Place } from './outline-match.js';
import type { NewTextBlock, TextBlockContext } from './text-blocks.js';
import { oneTitle } from './title-lines.js';
import type { TextContext } from './text.js';

/** A contents page lists at least this many headings that are found: fewer may be chance. */
const LEAST_PLACED = 2;
/** Share of the entries that must be found: else it lists something else, the parts of a larger work. */
const LEAST_SHARE = 0.4;
/**
 * How many of the upper ranks, or of the numbered entries, must be, and which share of them: lower ranks may begin a paragraph
 * instead of heading it, and an index or a list of changes may look like contents.
 */
const LEAST_SURE = 8;
const SURE_SHARE = 0.6;
/** Pages by which a bookmark may lead to another page than that of its heading. */
const BOOKMARK_PAGES = 1;

/** The text blocks, those of one title joined, each with its depth in the lists that name it. */
export function withOutline(
  textBlocks: readonly NewTextBlock[],
  bookmarks: readonly Bookmark[],
  context: TextBlockContext,
): NewTextBlock[] {
  const printed = printedEntries(textBlocks);
  const marked = bookmarkEntries(bookmarks);
  if (printed.length + marked.length === 0) return [...textBlocks];
  const index = new TitleIndex(textBlocks, context.style);
  const contents = believed(placeEntries(printed, index), printed);
  const marks = placeEntries(marked, index, BOOKMARK_PAGES);
  const depths = new Map<number, { count: number; contentsDepth?: number; bookmarkDepth?: number }>();
  for (const { entry, place } of contents)
    depths.set(place.at, { count: place.count, contentsDepth: depthAt(printed[entry]!, textBlocks, place) });
  for (const { entry, place } of marks) {
    const count = Math.max(place.count, depths.get(place.at)?.count ?? 1);
    depths.set(place.at, { ...depths.get(place.at), count, bookmarkDepth: marked[entry]!.depth });
  }
  return joinTitles(textBlocks, depths, context);
}

/** The depth of an entry; where its first lines are of the heading that was found, that of the first of them. */
function depthAt({ titles, depths, depth }: ListedTitle, textBlocks: readonly NewTextBlock[], place: Place): number {
  const heading = textBlocks.slice(place.at, place.at + place.count).map(({ text }) => text);
  const found = lettersOf(heading.join(' '));
  return depths[titles.findIndex((title) => lettersOf(title) === found)] ?? depth;
}

/** The entries that were found, where enough of all of them are; else those of a kind that names headings most surely. */
function believed(matched: readonly Matched[], entries: readonly ListedTitle[]): readonly Matched[] {
  if (matched.length < LEAST_PLACED) return [];
  if (matched.length >= LEAST_SHARE * entries.length) return matched;
  const ranks = new Set(entries.map(({ depth }) => depth));
  const kinds = [...ranks].map(
    (rank) =>
      ({ depth }: ListedTitle) =>
        depth <= rank,
  );
  const sure = [...kinds, isNumbered].filter((isOne) => {
    const found = matched.filter(({ entry }) => isOne(entries[entry]!)).length;
    return found >= LEAST_SURE && found >= SURE_SHARE * entries.filter(isOne).length;
  });
  return matched.filter(({ entry }) => sure.some((isOne) => isOne(entries[entry]!)));
}

const isNumbered = ({ titles }: ListedTitle): boolean => titles.some((title) => withoutNumber(title) !== title);

/** The text blocks with the lines of each title that is listed as one, which has the depths that were found. */
function joinTitles(
  textBlocks: readonly NewTextBlock[],
  depths: ReadonlyMap<number, { count: number; contentsDepth?: number; bookmarkDepth?: number }>,
  { vocabulary }: TextContext,
): NewTextBlock[] {
  const made: NewTextBlock[] = [];
  for (let i = 0; i < textBlocks.length; i++) {
    const listed = depths.get(i);
    if (!listed) {
      made.push(textBlocks[i]!);
      continue;
    }
    const { count: most, ...depth } = listed;
    // a title of the contents may run on into one that has a bookmark of its own ("Part I", "Introduction")
    const within = Array.from({ length: most - 1 }, (_, k) => k + 1).find(
      (k) => depths.get(i + k)?.bookmarkDepth !== undefined,
    );
    const count = within ?? most;
    const parts = textBlocks.slice(i, i + count);
    i += count - 1;
    made.push({ ...oneTitle(parts, vocabulary), ...depth });
  }
  return made;
}
