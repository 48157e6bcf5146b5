/**
 * Links between the files of a shelf: references in the text ("see clause 12.3", "Table 4") and the PDF's own links, both
 * only where exactly one place can be meant. A link leads to the file that holds the target, and there to the heading
 * that the target is, or that it is under: headings are the only anchors that Markdown has.
 */
import type { Block, SourceBox, Span } from '../block-model.js';
import { createAnchors } from './anchors.js';
import { isPlainHeading } from '../markdown/inline.js';
import { relativeLink } from './paths.js';
import type { PlannedFile } from './plan.js';
import type { PageSizes } from './source-map.js';
import { NUMERAL } from '../templates/targets.js';
import type { TargetFinder } from './target-finder.js';
import { plainText } from '../markdown/text.js';

/** A place that can be linked to; without an anchor the head of the file. */
export interface Place {
  path: string;
  anchor: string | null;
}

/** Each block's place. */
export function placesOf(files: readonly PlannedFile[]): Map<Block, Place> {
  const places = new Map<Block, Place>();
  for (const { path, blocks } of files) {
    const next = createAnchors();
    let anchor: string | null = null;
    let isFirst = true;
    for (const block of blocks) {
      for (const heading of headingsIn(block)) {
        const own = next(plainText(heading.spans));
        if (heading !== block) continue;
        // The file's first heading is its top; marks inside a heading make its anchor uncertain.
        anchor = isFirst || !isPlainHeading(heading) ? null : own;
        isFirst = false;
      }
      if (!places.has(block)) places.set(block, { path, anchor });
    }
  }
  return places;
}

function headingsIn(block: Block): Extract<Block, { kind: 'heading' }>[] {
  if (block.kind === 'heading') return [block];
  if (block.kind === 'quote') return block.blocks.flatMap(headingsIn);
  if (block.kind === 'list') return block.items.flatMap((item) => item.blocks.flatMap(headingsIn));
  return [];
}

/** Turns references inside spans of a block at `from` into links; the text stays as it was, and the spans that have none. */
export type Linker = (spans: Span[], from: Place) => Span[];

export interface LinkerInput {
  files: readonly PlannedFile[];
  places: ReadonlyMap<Block, Place>;
  targets: TargetFinder;
  pageSizes: PageSizes;
}

export function createLinker({ files, places, targets, pageSizes }: LinkerInput): Linker {
  const placeOn = pagePlaces(files, places, pageSizes);
  return (spans, from) => {
    const linked = spans.flatMap((span) => {
      if (span.url || span.footnote || span.code) return [span];
      if (span.toPage === undefined)
        return linkReferences(span, (word, number) => {
          const block = targets.knows(word) ? targets.find(word, number) : undefined;
          return urlFrom(from, block && places.get(block));
        });
      const url = urlFrom(from, placeOn(span.toPage, span.toY));
      return [url === undefined ? span : { ...span, url }];
    });
    return linked.length === spans.length && linked.every((span, at) => span === spans[at]) ? spans : linked;
  };
}

/** Relative link from one place to another; undefined when the reader is there already. */
function urlFrom(from: Place, to: Place | undefined): string | undefined {
  if (!to || (to.path === from.path && to.anchor === from.anchor)) return undefined;
  const anchor = to.anchor === null ? '' : `#${encodeURIComponent(to.anchor)}`;
  if (to.path === from.path) return anchor || undefined;
  return `${relativeLink(from.path, to.path)}${anchor}`;
}

/** Points by which a link's target may lie above the heading that it means, or below its upper edge. */
const ABOVE = 40;
const BELOW = 4;

/** Finds the place at a height of a page: the one heading there, else whatever is printed there if it has one place. */
function pagePlaces(
  files: readonly PlannedFile[],
  places: ReadonlyMap<Block, Place>,
  pageSizes: PageSizes,
): (page: number, y: number | undefined) => Place | undefined {
  const byPage = new Map<number, { block: Block; box: SourceBox['box'] }[]>();
  for (const block of files.flatMap((file) => file.blocks)) {
    for (const { page, box } of block.source) {
      const known = byPage.get(page);
      if (known) known.push({ block, box });
      else byPage.set(page, [{ block, box }]);
    }
  }
  return (page, y) => {
    const height = pageSizes.get(page)?.height ?? 0;
    const here = byPage.get(page) ?? [];
    if (y === undefined || y < -1 || y > height + 1) return common(here.slice(0, 1), places);
    const near = here.filter(({ box }) => box.y0 >= y - BELOW && box.y0 <= y + ABOVE);
    const headings = near.filter(({ block }) => block.kind === 'heading');
    if (headings.length > 0) return common(headings, places);
    const at = here.filter(({ box }) => box.y0 - BELOW <= y + BELOW && box.y1 >= y + BELOW);
    return common(at.length > 0 ? at : near, places);
  };
}

/** The one place of all blocks; where only the file is the same, its head. */
function common(found: readonly { block: Block }[], places: ReadonlyMap<Block, Place>): Place | undefined {
  const [first, ...rest] = found.map(({ block }) => places.get(block));
  if (!first || rest.some((place) => place?.path !== first.path)) return undefined;
  return rest.some((place) => place?.anchor !== first.anchor) ? { path: first.path, anchor: null } : first;
}

const NUMBER = String.raw`${NUMERAL}(?:\s?\([a-z0-9]{1,4}\))*`;
const AND = String.raw`(?:,\s?|\s(?:and|or|to|through|bis|und|et|y|e)\s|,\s(?:and|or)\s|\s?[–—-]\s?|\s?&\s?)`;
/** A word and a number, or several: "clauses 4.1 and 4.2 to 4.5", "Tables 1–3". */
const REFERENCE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(\p{L}{2,14}\.?|§{1,2})\s*(${NUMBER}(?:${AND}${NUMBER})*)`,
  'gu',
);
const EACH = new RegExp(NUMBER, 'g');
/** No text without any of these has a number of a reference. */
const MAY_REFER = /\d|[A-Z]\b/;
/** What follows a reference to another text: "section 3 of the Companies Act", "clause 2 of Schedule 1", "Table 3 in [12]". */
const FOREIGN_AFTER =
  /^\s+(?:(?:of|to|under)\s+(?:(?:the|that|any|an?|its|their)\s+)?(?:[A-Z](?!greement|ontract|harter|ease\b|eed\b|art\b)|\[)|in\s+\[)/;
/** What precedes one: "RFC 2616, section 3", "the Act, section 4". */
const FOREIGN_BEFORE = /(?:\b[A-Z]{2,}|\b(?:Act|Code|Directive|Regulations?|Rules?|Convention))(?:\s+[\d/.-]+)?,?\s*$/;

function linkReferences(span: Span, urlOf: (word: string, number: string) => string | undefined): Span[] {
  const { text } = span;
  if (text === '') return [];
  if (!MAY_REFER.test(text)) return [span];
  const parts: Span[] = [];
  let done = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, word = '', numbers = ''] = match;
    const offset = match.index + whole.length - numbers.length;
    const isForeign =
      FOREIGN_AFTER.test(text.slice(match.index + whole.length, match.index + whole.length + 60)) ||
      FOREIGN_BEFORE.test(text.slice(Math.max(0, match.index - 40), match.index));
    if (isForeign) continue;
    for (const [index, each] of [...numbers.matchAll(EACH)].entries()) {
      const url = urlOf(word, each[0].replace(/\s?\(.*$/, ''));
      if (url === undefined) continue;
      const start = index === 0 ? match.index : offset + each.index;
      const end = offset + each.index + each[0].length;
      if (start > done) parts.push({ ...span, text: text.slice(done, start) });
      parts.push({ ...span, text: text.slice(start, end), url });
      done = end;
    }
  }
  if (done === 0) return [span];
  if (done < text.length) parts.push({ ...span, text: text.slice(done) });
  return parts;
}
