/** What was wrong with single pages, and what of the text was recognised from pictures. */
import type { AuditFinding } from '../contract/vocabulary.js';
import { finding } from './findings.js';
import type { ParsedPage, ParsedRun } from './model.js';

const DEGRADED: Record<NonNullable<ParsedPage['degraded']>, string> = {
  page_error: 'it is damaged',
  page_timeout: 'it took too long',
  page_memory: 'it needs too much memory',
  too_much_text: 'it holds more text than a page may, and was read in part',
  unmapped_text: 'part of its text has no characters assigned to it',
};

/** Why pages were lost whose like behind them is not tried. */
const GIVEN_UP: Partial<typeof DEGRADED> = {
  page_error: 'were damaged',
  page_timeout: 'took too long',
  page_memory: 'needed too much memory',
};

/** In points: nobody reads type below it, and no printer prints it. */
const LEAST_SIZE = 2;

/** Share of the widest characters of a font that its narrowest, such as "l", are wider than. */
const NARROWEST_SHARE = 1 / 6;

/** Tells of the runs of a page whether they are too small to be read. */
export function tinyAmong(runs: readonly ParsedRun[]): (run: ParsedRun) => boolean {
  const small = runs.filter(({ size }) => size < LEAST_SIZE);
  const widest = new Map<number, number>();
  for (const run of small) widest.set(run.font, Math.max(widest.get(run.font) ?? 0, widthOf(run)));
  return (run) => {
    if (!(run.size < LEAST_SIZE)) return false;
    const width = widthOf(run);
    const most = widest.get(run.font) ?? width;
    // where letters are wider, their font (of Type 3, as a rule) has a unit of its own
    return width < LEAST_SIZE && !(most >= LEAST_SIZE && width > NARROWEST_SHARE * most);
  };
}

/** Of a character, in points, along whichever side of its word is longer. */
const widthOf = ({ text, box: { x0, y0, x1, y1 } }: ParsedRun): number =>
  Math.max(x1 - x0, y1 - y0) / Array.from(text).length;

/** Words left out of one page from which somebody has to look: fewer are a stamp or the line at its foot, which many pages have. */
const MANY_LOST = 10;

/** Mean confidence below which a page's recognised words are to be held against the page, and below which most are wrong. */
const DOUBTFUL = 80;
const HOPELESS = 65;

export function pageFindings(pages: readonly ParsedPage[]): AuditFinding[] {
  return [
    ...pages.flatMap(lossOf),
    ...lostOn(pages),
    ...garbledOf(pages),
    ...hiddenOn(pages),
    ...picturedOn(pages),
    ...tinyOn(pages),
    ...recognitionOf(pages),
    ...pages.flatMap(doubtOf),
  ];
}

function lossOf({ number, degraded, untried }: ParsedPage): AuditFinding[] {
  if (!degraded) return [];
  const message = untried
    ? `Page ${number} was not read: too many pages before it ${GIVEN_UP[degraded] ?? 'were lost'}.`
    : `Page ${number} could not be read completely: ${DEGRADED[degraded]}.`;
  return [finding(degraded, message, { page: number })];
}

/** Pages that are named in a remark about many. */
const NAMED_PAGES = 20;
/** Words of them all that are quoted. */
const QUOTED_WORDS = 5;

/** "Page 3", "Pages 3, 4, 7 and 12 more". */
export function namedPages(numbers: readonly number[]): string {
  const more = numbers.length - NAMED_PAGES;
  const named = numbers.slice(0, NAMED_PAGES).join(', ');
  return `${numbers.length === 1 ? 'Page' : 'Pages'} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** One remark for the document: a font without characters sets the same signs on many pages. */
function lostOn(pages: readonly ParsedPage[]): AuditFinding[] {
  const found = pages.filter(({ lostWords, recognised }) => lostWords && !recognised);
  const [first] = found;
  if (!first) return [];
  const each = found.map(({ lostWords = 0 }) => lostWords);
  const words = each.reduce((sum, count) => sum + count, 0);
  const message = `${namedPages(found.map(({ number }) => number))}: ${words} ${words === 1 ? 'word was' : 'words were'} left out, because the PDF does not say which characters ${words === 1 ? 'it has' : 'they have'}.`;
  const severity = each.some((count) => count >= MANY_LOST) ? 'review' : 'warning';
  return [finding('unmapped_text', message, { page: first.number, severity })];
}

/** One remark for the document: a font that lost its letters is used on many pages. */
function garbledOf(pages: readonly ParsedPage[]): AuditFinding[] {
  const garbled = pages.filter((page) => page.garbled);
  const [first] = garbled;
  if (!first) return [];
  const words = [...new Set(garbled.flatMap((page) => page.garbled ?? []))].slice(0, QUOTED_WORDS);
  const quoted = words.map((word) => `“${word}”`).join(', ');
  const message = `${namedPages(garbled.map(({ number }) => number))}: a font does not tell its characters, and words are most likely not as printed: ${quoted}.`;
  return [finding('garbled_text', message, { page: first.number })];
}

/** One remark for the document: who hides text does it on many pages, and so do programs that leave layers behind. */
function hiddenOn(pages: readonly ParsedPage[]): AuditFinding[] {
  const found = pages.filter(({ hiddenWords }) => hiddenWords);
  const [first] = found;
  if (!first) return [];
  const words = found.reduce((sum, { hiddenWords = 0 }) => sum + hiddenWords, 0);
  const where = namedPages(found.map(({ number }) => number));
  // not quoted: what is hidden may be written to whoever reads findings
  const message = `${where}: ${words} ${words === 1 ? 'word' : 'words'} that no reader sees ${words === 1 ? 'was' : 'were'} left out.`;
  return [finding('hidden_text', message, { page: first.number })];
}

/** One remark for the document: words that may be hidden, which somebody has to look at. */
function picturedOn(pages: readonly ParsedPage[]): AuditFinding[] {
  const isKept = ({ pictured, invisible, text }: ParsedRun): boolean =>
    pictured === true && !invisible && /[\p{L}\p{N}]/u.test(text);
  const found = pages.filter(({ runs }) => runs.some(isKept));
  const [first] = found;
  if (!first) return [];
  const words = found.reduce((sum, { runs }) => sum + runs.filter(isKept).length, 0);
  const where = namedPages(found.map(({ number }) => number));
  const message = `${where}: ${words} ${words === 1 ? 'word lies' : 'words lie'} under pictures that may not show them, or on what may hide them, and ${words === 1 ? 'was' : 'were'} kept.`;
  return [finding('hidden_text', message, { page: first.number, severity: 'review' })];
}

/** One remark for the document: type that nobody reads, where a page has no other. It may be a plan that is scaled down. */
function tinyOn(pages: readonly ParsedPage[]): AuditFinding[] {
  const found = pages.filter(({ recognised, runs }) => !recognised && runs.length > 0 && runs.every(tinyAmong(runs)));
  const [first] = found;
  if (!first) return [];
  const where = namedPages(found.map(({ number }) => number));
  const message = `${where}: all text is smaller than ${LEAST_SIZE} points, and was kept.`;
  return [finding('hidden_text', message, { page: first.number, severity: 'review' })];
}

/** One remark for the document, so that a reader knows where letters may be wrong. */
function recognitionOf(pages: readonly ParsedPage[]): AuditFinding[] {
  const numbers = pages.filter(({ recognised }) => recognised).map(({ number }) => number);
  if (numbers.length === 0) return [];
  const which = numbers.length === 1 ? `page ${numbers[0]}` : `${numbers.length} pages (first ${numbers[0]})`;
  const message = `The text of ${which} was recognised from pictures; single letters may be wrong.`;
  return [finding('recognised_text', message, { page: numbers[0]! })];
}

function doubtOf({ number, recognised, runs }: ParsedPage): AuditFinding[] {
  if (!recognised || runs.length === 0 || recognised.confidence >= DOUBTFUL) return [];
  const hopeless = recognised.confidence < HOPELESS;
  const degree = hopeless
    ? 'hardly readable, as handwriting and bad scans are; most of it may be wrong'
    : 'hard to read; some of it may be wrong';
  const message = `The text of page ${number} was ${degree} (confidence ${recognised.confidence} of 100).`;
  return [finding('low_ocr_confidence', message, { page: number, severity: hopeless ? 'review' : 'warning' })];
}
