/**
 * Files of parsed pages (one JSON object per line, gzipped) and other results on disk.
 *
 * Pages are written as lists of runs, which workers of release 0.5.0 can read: one of them may structure what another has
 * read while the service is renewed or rolled back. Files with runs by columns are read already, for the next release.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { promisify } from 'node:util';
import { createGunzip, createGzip, gunzip } from 'node:zlib';
import { DocumentError } from '../engine/document-error.js';
import type { ParsedPage, ParsedRun } from '../engine/model.js';
import { addTallies, NO_PAGES, type PageTally } from '../engine/page-tally.js';
import { tallyPage } from '../engine/readable.js';
import { ownTexts } from './document-language.js';
import { textsOf, unpackPage, type StoredPage } from './packed-page.js';

/**
 * Longest page as JSON, in characters. A dense page of a real book has a few hundred thousand. A far larger one is meant to
 * exhaust memory, and the worker itself reads every page.
 */
const MAX_PAGE_CHARS = 32 * 1024 * 1024;
/**
 * Pages of a range on which words under pictures are looked at, at some seconds a page: on others they stay, and are reported.
 * A share, so that of a book with such words on every page the time for recognition is not used up, which would fail it.
 */
const LEAST_COMPARED = 12;
const COMPARED_SHARE = 1 / 8;
/** Text that a range's language is told by, in the worker itself: as many words as are looked at, and a hostile page has 32 MiB. */
const MAX_LANGUAGE_CHARS = 200_000;
/** US Letter: the size of a page that was never read. */
const UNKNOWN_PAGE = { width: 612, height: 792, fonts: [], runs: [], rules: [], fills: [], images: [], links: [] };

/** Each part that is packed costs a turn of a thread. */
const PART_CHARS = 64 * 1024;
/** Low: the files are written once, read once and then removed. Node writes no time into the header. */
const GZIP_LEVEL = 4;
/** A page is some 50 kB: by less at a time it comes in several chunks, each of which costs an iteration of the event loop. */
const CHUNK_BYTES = 256 * 1024;

/** A page that could not be read. */
export function lostPage(number: number, degraded: NonNullable<ParsedPage['degraded']>): ParsedPage {
  return { number, ...UNKNOWN_PAGE, degraded };
}

/** Serialises a page as a line of JSON; a page above the limit is replaced by a lost one. */
export function pageLine(page: ParsedPage): string {
  const line = JSON.stringify(page);
  return line.length > MAX_PAGE_CHARS ? JSON.stringify(lostPage(page.number, 'page_memory')) : line;
}

/** The page of a line that `pageLine` made. */
export const pageOfLine = (line: string): ParsedPage => unpackPage(JSON.parse(line) as StoredPage);

/** The most that JSON makes of a character of a text, and of all else of a run. */
const CHARS_OF_CHARACTER = 6;
const CHARS_OF_RUN = 512;

/**
 * The page as it is read back from its line, for a process that reads and structures a document: the line, of which the runs
 * are nearly all, is written and parsed only where it may be too long, or where a number of a run is one that JSON has not.
 */
export function pageAsStored(page: ParsedPage): ParsedPage {
  const { runs, ...rest } = page;
  const line = JSON.stringify({ ...rest, runs: [] } satisfies ParsedPage);
  return runs.every(hasJsonNumbers) && line.length + mostCharsOf(runs) <= MAX_PAGE_CHARS
    ? unpackPage({ ...(JSON.parse(line) as ParsedPage), runs })
    : pageOfLine(pageLine(page));
}

/** Whether JSON has all numbers of a run: neither NaN nor Infinity, which their sum would be as well. */
const hasJsonNumbers = ({ box, baseline, size, font, rotation, mcid = 0 }: ParsedRun): boolean =>
  Number.isFinite(box.x0 + box.y0 + box.x1 + box.y1 + baseline + size + font + rotation + mcid);

/** As many characters as the runs may have as JSON. */
const mostCharsOf = (runs: readonly ParsedRun[]): number =>
  runs.reduce((chars, { text }) => chars + CHARS_OF_CHARACTER * text.length + CHARS_OF_RUN, 0);

/**
 * Reads the pages of several files, in order. A page that occurs again, because its text was recognised, replaces the
 * first one; if it was lost in recognition, the first one stays and says why it is incomplete.
 */
export async function readPages(paths: readonly string[]): Promise<ParsedPage[]> {
  const pages = new Map<number, ParsedPage>();
  for (const path of paths) {
    const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
    await pipeline(createReadStream(path), unpacked, async (chunks: AsyncIterable<Buffer>) => {
      for await (const line of completeLines(chunks, true)) {
        const page = pageOfLine(line);
        const first = pages.get(page.number);
        pages.set(page.number, first && page.degraded ? { ...first, degraded: page.degraded } : page);
      }
    });
  }
  return [...pages.values()];
}

/**
 * Merges the lines of the uncompressed files `partPaths` and the pages `lost` into `outPath`, gzipped and in page order.
 * The last, incomplete line of a killed process is dropped; a lost page that was written after all counts as read.
 * Returns the numbers of the pages that remain lost and of those whose text has to be recognised, and the tally of all; of
 * pages that are `recognised`, without the text that they had before; and some text of the others, to tell the language by.
 *
 * @throws DocumentError where a part has what no engine writes: other pages than `pages` in ascending order, lines beyond
 *   any page's size, or no pages at all.
 */
export async function joinParts(
  partPaths: readonly string[],
  { pages, lost, recognised }: { pages: readonly number[]; lost: readonly ParsedPage[]; recognised: boolean },
  outPath: string,
): Promise<{ lost: number[]; tally: PageTally; toRecognise: number[]; texts: string[] }> {
  const expected = new Set(pages);
  const waiting = lost.toSorted((a, b) => a.number - b.number);
  const numbers: number[] = [];
  const toRecognise: number[] = [];
  const sample = openSample();
  let tally = NO_PAGES;
  const mostCompared = Math.max(LEAST_COMPARED, COMPARED_SHARE * pages.length);
  let compared = 0;
  const needs = ({ needsRecognition: need }: StoredPage): boolean =>
    need === 'covered_text' ? (compared += 1) <= mostCompared : need !== undefined;
  async function* lines(): AsyncGenerator<string> {
    const take = (): string => {
      const page = waiting.shift()!;
      numbers.push(page.number);
      tally = addTallies(tally, tallyPage(page));
      return `${JSON.stringify(page)}\n`;
    };
    for (const path of partPaths) {
      for await (const line of completeLines(createReadStream(path, { highWaterMark: CHUNK_BYTES }))) {
        const { page, tally: own, texts } = storedPage(line);
        if (!takeThrough(expected, page.number)) throw unlikeEngine('pages that the job does not have');
        while (waiting[0] && waiting[0].number < page.number) yield take();
        if (waiting[0]?.number === page.number) waiting.shift();
        // its text counts where it was read, not again where a picture was looked at
        tally = addTallies(
          tally,
          recognised && page.needsRecognition === 'covered_text' ? { ...own, withText: 0 } : own,
        );
        if (!recognised && needs(page)) toRecognise.push(page.number);
        sample.add(texts);
        yield `${line}\n`;
      }
    }
    while (waiting.length > 0) yield take();
  }
  await pipeline(Readable.from(lines()), createGzip({ level: GZIP_LEVEL }), createWriteStream(outPath));
  return { lost: numbers, tally, toRecognise, texts: sample.texts };
}

/** Texts up to `MAX_LANGUAGE_CHARS`. */
function openSample() {
  const texts: string[] = [];
  let chars = 0;
  const add = (more: readonly string[]): void => {
    for (const text of more) {
      if (chars >= MAX_LANGUAGE_CHARS) return;
      const part = text.slice(0, MAX_LANGUAGE_CHARS - chars);
      chars += part.length;
      texts.push(part);
    }
  };
  return { texts, add };
}

/**
 * The lines of a text in UTF-8 but for an unfinished last one.
 *
 * @throws DocumentError where a line is beyond any page's size, or of a text that `isWhole` the last one is unfinished.
 */
async function* completeLines(chunks: AsyncIterable<Uint8Array>, isWhole = false): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  // joined only when a line is complete: appending each chunk to a long line would copy it once for every chunk
  let rest: string[] = [];
  let chars = 0;
  for await (const chunk of chunks) {
    const parts = decoder.write(chunk).split('\n');
    const unfinished = parts.pop() ?? '';
    chars += unfinished.length;
    for (const part of parts) {
      const line = rest.join('') + part;
      rest = [];
      chars = unfinished.length;
      if (line.length > MAX_PAGE_CHARS) throw unlikeEngine('a page that is too long');
      yield line;
    }
    rest.push(unfinished);
    if (chars > MAX_PAGE_CHARS) throw unlikeEngine('a page that is too long');
  }
  if (isWhole && chars > 0) throw unlikeEngine('a page that breaks off');
}

/** Removes `page` and all before it from `expected`; false if it is not there. */
function takeThrough(expected: Set<number>, page: number): boolean {
  if (!expected.has(page)) return false;
  for (const one of expected) {
    if (one > page) break;
    expected.delete(one);
  }
  return true;
}

/** Parses a line, as far as the worker itself uses it: an attacker who controls an engine process can write anything. */
function storedPage(line: string): { page: StoredPage; tally: PageTally; texts: string[] } {
  try {
    const page = JSON.parse(line) as StoredPage;
    const read = textsOf(page);
    if (read.runs.some(({ text }) => typeof text !== 'string')) throw new TypeError('a text that is none');
    return { page, tally: tallyPage(read), texts: ownTexts(read) };
  } catch {
    throw unlikeEngine('a line that is no page');
  }
}

const unlikeEngine = (what: string): DocumentError =>
  new DocumentError('unreadable', `the engine process has written ${what}`);

const gunzipText = promisify(gunzip);

/**
 * Writes a plain object as gzipped JSON, in parts: as one string the tree of a book of 1,000 pages takes 50 MiB of memory, at
 * the moment when the process has most.
 */
export async function writeJson(path: string, value: object): Promise<void> {
  const parts = joined(jsonParts(value), PART_CHARS);
  await pipeline(Readable.from(parts), createGzip({ level: GZIP_LEVEL }), createWriteStream(path));
}

/** The same text in parts of at least so many characters, but for the last one. */
function* joined(parts: Iterable<string>, least: number): Generator<string> {
  let [texts, chars]: [string[], number] = [[], 0];
  for (const part of parts) {
    texts.push(part);
    chars += part.length;
    if (chars < least) continue;
    yield texts.join('');
    [texts, chars] = [[], 0];
  }
  yield texts.join('');
}

/** A plain object as JSON, the elements of its lists one by one. */
function* jsonParts(value: object): Generator<string> {
  const properties = Object.entries(value as Record<string, unknown>).filter(([, one]) => one !== undefined);
  for (const [at, [name, one]] of properties.entries()) {
    yield `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    if (Array.isArray(one)) yield* listParts(one);
    else yield JSON.stringify(one);
  }
  yield properties.length === 0 ? '{}' : '}';
}

function* listParts(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [at, one] of list.entries()) yield (at === 0 ? '' : ',') + (JSON.stringify(one) ?? 'null');
  yield ']';
}

/** Reads what `writeJson` wrote. */
export async function readJsonFile<T>(path: string): Promise<T> {
  return JSON.parse((await gunzipText(await readFile(path))).toString('utf8')) as T;
}
