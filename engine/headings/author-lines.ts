/**
 * Lines that name a person above where they work. Any two words with capitals may be a name ("Work Experience"), so that
 * the line has to stand where authors are named, and in type that no heading of the document has.
 */
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { holdsSentenceEnd } from '../text-rules.js';
import { FIRST_PAGES, isByline, isName, isWorkplace } from './authors.js';
import { MAX_LETTERS } from './candidate.js';
import { isDate } from '../text/dates-and-addresses.js';

/** Text blocks among which the authors of a document are named. */
const MOST_FRONT = 60;
/** How many lines below a name it is said where the person works. */
const LINES_BELOW = 2;
/** Letters from which text with the end of a sentence in it is running text. */
const TEXT_LETTERS = 100;

/** Places among the text blocks: of the first name of some, the last one, and the line below that says where they work. */
interface NamedAt {
  from: number;
  at: number;
  end: number;
}

/**
 * The text blocks that name authors: above where they work, with no running text between the title and them, smaller than
 * the title, and in a size and boldness that no other text block has which may be a heading.
 * @param isSetApart whether a text block is printed as headings are
 */
export function authorLines(
  textBlocks: readonly TextBlock[],
  isSetApart: (textBlock: TextBlock) => boolean,
): Set<TextBlock> {
  const front = textBlocks.slice(0, MOST_FRONT);
  const largest = Math.max(0, ...front.map(({ size, role }) => (role === 'text' ? size : 0)));
  const title = front.findIndex(({ size, role }) => role === 'text' && size === largest);
  const named = namesAt(front).filter(({ at }) => front[at]!.size < largest);
  if (named.length === 0) return new Set();
  const text = textBlocks.findIndex((textBlock, i) => i > title && isRunningText(textBlock));
  const before = named.filter(({ at }) => text < 0 || at < text);
  const ofAuthors = new Set(before.flatMap(({ from, end }) => front.slice(from, end + 1)));
  const headings = textBlocks.filter(
    (textBlock, i) =>
      isSetApart(textBlock) &&
      !ofAuthors.has(textBlock) &&
      // the other lines of a title page are often set larger, too
      (textBlock.bold || (text >= 0 && i + 1 >= text)) &&
      mayBeHeading(textBlock),
  );
  const appearances = new Set(headings.map(appearance));
  return new Set(before.map(({ at }) => front[at]!).filter((textBlock) => !appearances.has(appearance(textBlock))));
}

/** The names among the first text blocks that say right below where the person works. */
function namesAt(front: readonly TextBlock[]): NamedAt[] {
  const isNameAt = (at: number): boolean => front[at]?.role === 'text' && isName(front[at].text);
  return front.flatMap(({ page }, at) => {
    if (page > FIRST_PAGES) return [];
    const below = front.slice(at + 1, at + 1 + LINES_BELOW).findIndex(({ text }) => isWorkplace(text));
    if (below < 0 || !isNameAt(at)) return [];
    let from = at;
    while (isNameAt(from - 1)) from -= 1;
    return [{ from, at, end: at + 1 + below }];
  });
}

const isRunningText = ({ role, text }: TextBlock): boolean =>
  role === 'text' && text.length > TEXT_LETTERS && holdsSentenceEnd(text) && !isWorkplace(text);

const mayBeHeading = ({ role, text, page }: TextBlock): boolean =>
  role === 'text' && text.length <= MAX_LETTERS && !isWorkplace(text) && !isDate(text) && !isByline(text, page);

const appearance = ({ size, bold }: TextBlock): string => `${Math.round(2 * size)} ${bold}`;
