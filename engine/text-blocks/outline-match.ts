/**
 * Finds the headings that a document lists: for each entry of its printed contents the text blocks that it names.
 *
 * The printed numbers of pages are not those of the file, and not in step with them throughout (blank pages are left out),
 * and many titles stand on several pages. So all entries are placed together, at the least cost: pages never fall, each page
 * by which the distance between printed and real page changes costs a little, an entry without a place costs more. Of places
 * that are as good otherwise, a heading by its type is better than a line of the text.
 */
import type { DocumentStyle } from '../style/style.js';
import { withoutNumber } from '../text/numerals.js';
import { lettersOf, similarity } from '../text/similarity.js';
import { printedPage, type ListedTitle } from './outline-entries.js';
import { goesOn, isInRunningType } from './running-type.js';
import type { NewTextBlock } from './text-blocks.js';

/** Text blocks that make one heading: a label and its name, or the lines of a title. */
const MOST_BLOCKS = 3;
/** A heading has no more lines and letters. */
const MOST_LINES = 4;
const MOST_LETTERS = 240;
/** The least similarity of an entry and its heading. */
const LEAST_SIMILARITY = 0.85;
/** Titles of fewer letters must be the same. */
const SHORT = 6;
/** Letters at the beginning or the end of two titles, one of which must be the same for them to be compared. */
const PROBE = 4;
/** Costs: of each page by which the distance of printed and real pages changes, at most; of an entry left out. */
const PAGE_COST = 0.08;
const MOST_PAGE_COST = 0.55;
const SKIP_COST = 0.6;
/** Cost of a letter that differs, in shares of the letters, and of a number left out. */
const DIFFERENCE_COST = 1;
const NUMBER_COST = 0.05;
/** Costs of a line in the type of the text, and of one behind which a sentence goes on: less than any other difference. */
const RUNNING_TYPE_COST = 0.01;
const GOES_ON_COST = 0.01;
/** Places of one title, and texts that begin or end as it does, of which more are not looked at. */
const MOST_PLACES = 100;
const MOST_COMPARED = 1_000;
/** Ways to place the entries so far that are looked at further. */
const MOST_WAYS = 48;

/** Where a title stands: text blocks in a row, from `at` on. */
export interface Place {
  at: number;
  count: number;
  page: number;
  cost: number;
}

export interface Matched {
  /** Index of the entry. */
  entry: number;
  place: Place;
}

/** The letters of a title, or of the title without its number. */
interface Key {
  key: string;
  bare: boolean;
}

interface Found extends Key {
  at: number;
  count: number;
  page: number;
  /** What its type and its end cost. */
  looks: number;
}

/** Letters of the text blocks, one or several in a row: whole, and by their first and last letters. */
export class TitleIndex {
  readonly #byKey = new Map<string, Found[]>();
  readonly #byProbe = new Map<string, Found[]>();

  readonly #style: DocumentStyle;

  constructor(textBlocks: readonly NewTextBlock[], style: DocumentStyle) {
    this.#style = style;
    for (const at of textBlocks.keys()) this.#addFrom(textBlocks, at);
  }

  #addFrom(textBlocks: readonly NewTextBlock[], at: number): void {
    const first = textBlocks[at]!;
    // a ruling of dashes or an ornament above a title is no line of it
    if (lettersOf(first.text) === '') return;
    let [text, lines, isRunning] = ['', 0, true];
    for (let count = 1; count <= MOST_BLOCKS; count++) {
      const block = textBlocks[at + count - 1];
      if (!block || !mayBeTitle(block) || block.page !== first.page) return;
      lines += block.lines.length;
      text = count === 1 ? block.text : `${text} ${block.text}`;
      if (lines > MOST_LINES || text.length > MOST_LETTERS) return;
      isRunning &&= isInRunningType(block, this.#style);
      const looks = isRunning ? RUNNING_TYPE_COST + (goesOn(text) ? GOES_ON_COST : 0) : 0;
      const found = { at, count, page: first.page, looks };
      this.#add({ ...found, key: lettersOf(text), bare: false });
      const bare = withoutNumber(text);
      if (bare !== text) this.#add({ ...found, key: lettersOf(bare), bare: true });
    }
  }

  #add(found: Found): void {
    if (found.key === '') return;
    addTo(this.#byKey, found.key, found);
    for (const probe of probesOf(found.key)) addTo(this.#byProbe, probe, found);
  }

  /**
   * The places of a title on pages that may be its own, the best of each text block: those that have its very letters, else
   * those that are like it. None for one that stands all over the document.
   */
  placesOf(titles: readonly string[], isPage: (page: number) => boolean): Place[] {
    const places = new Map<number, Place>();
    for (const title of titles) {
      this.#addPlaces(places, { key: lettersOf(title), bare: false }, isPage);
      const bare = withoutNumber(title);
      if (bare !== title) this.#addPlaces(places, { key: lettersOf(bare), bare: true }, isPage);
    }
    return places.size > MOST_PLACES ? [] : [...places.values()].sort((a, b) => a.at - b.at);
  }

  #addPlaces(places: Map<number, Place>, title: Key, isPage: (page: number) => boolean): void {
    if (title.key === '') return;
    const exact = this.#byKey.get(title.key);
    const alike = exact ?? probesOf(title.key).flatMap((probe) => this.#byProbe.get(probe) ?? []);
    const onPages = alike.filter(({ page }) => isPage(page));
    // to compare letter by letter takes time, and titles of which so many begin or end alike differ in what is between
    if (!exact && onPages.length > MOST_COMPARED) return;
    for (const found of onPages) {
      const cost = costOf(title, found);
      if (cost !== null && cost < (places.get(found.at)?.cost ?? Infinity))
        places.set(found.at, { at: found.at, count: found.count, page: found.page, cost });
    }
  }
}

function addTo(index: Map<string, Found[]>, key: string, found: Found): void {
  const list = index.get(key);
  if (list) list.push(found);
  else index.set(key, [found]);
}

/** What a title costs at a place, null where the two are not alike. */
function costOf(title: Key, found: Found): number | null {
  const isShort = Math.min(title.key.length, found.key.length) < SHORT;
  const alike = isShort ? Number(title.key === found.key) : similarity(title.key, found.key, LEAST_SIMILARITY);
  // numbers may be written differently ("ONE", "1"): then the words have to be the same
  if (alike < LEAST_SIMILARITY || (title.bare && found.bare && alike < 1)) return null;
  return DIFFERENCE_COST * (1 - alike) + (title.bare || found.bare ? NUMBER_COST : 0) + found.looks;
}

const probesOf = (key: string): string[] => [`^${key.slice(0, PROBE)}`, `${key.slice(-PROBE)}$`];

const mayBeTitle = ({ role, aside, text }: NewTextBlock): boolean => role === 'text' && !aside && text !== '';

interface Way {
  cost: number;
  /** Index behind the last text block used. */
  end: number;
  /** Real less printed page of the last entry that has both. */
  offset: number | null;
  last: { match: Matched; before: Way['last'] } | null;
}

/**
 * The places of the entries, each at most once, in order.
 *
 * @param farthest pages by which a place may be off the page that the entry names, where that is one of the file.
 */
export function placeEntries(
  entries: readonly ListedTitle[],
  index: TitleIndex,
  farthest: number = Infinity,
): Matched[] {
  let ways: Way[] = [{ cost: 0, end: 0, offset: farthest < Infinity ? 0 : null, last: null }];
  for (const [entry, { titles, page }] of entries.entries()) {
    const printed = printedPage(page);
    const places = index.placesOf(titles, (at) => printed === null || Math.abs(at - printed) <= farthest);
    const next: Way[] = ways.map((way) => ({ ...way, cost: way.cost + SKIP_COST }));
    for (const place of places) {
      const offset = printed === null ? null : place.page - printed;
      let best: Way | null = null;
      for (const way of ways) {
        if (way.end > place.at) continue;
        const cost = way.cost + place.cost + pageCost(offset, way.offset);
        if (!best || cost < best.cost)
          best = {
            cost,
            end: place.at + place.count,
            offset: offset ?? way.offset,
            last: { match: { entry, place }, before: way.last },
          };
      }
      if (best) next.push(best);
    }
    ways = next.sort((a, b) => a.cost - b.cost).slice(0, MOST_WAYS);
  }
  const found: Matched[] = [];
  for (let at = ways[0]?.last ?? null; at; at = at.before) found.unshift(at.match);
  return found;
}

function pageCost(offset: number | null, before: number | null): number {
  if (offset === null || before === null) return 0;
  return Math.min(MOST_PAGE_COST, PAGE_COST * Math.abs(offset - before));
}
