/** Where the text of each page comes from and how far it can be trusted, as metadata.json says it. */
import type { ParsedPage } from '../model.js';
import { isTextLayer } from '../scans.js';

/** Pages that follow each other and have the same source and confidence. */
export interface PageSource {
  /** First and last, counted from 1. */
  pages: [number, number];
  /** From the file, from a picture, or both. */
  source: 'text' | 'recognised' | 'mixed';
  /** 0 to 1; null for a scan that was recognised before it came here. */
  confidence: number | null;
}

/** Of a page whose fonts do not give all characters, of one that was read in part, of one that was lost. */
const GARBLED = 0.8;
const IN_PART = 0.5;
const LOST = 0;
/** More entries than these make metadata.json larger than anybody reads: then confidences are rounded more coarsely. */
const MOST_ENTRIES = 1_000;
const STEPS = [0.01, 0.05, 0.1, 0.25];
const COARSEST = 1;

/** Each page of the document is in one entry. */
export function pageSources(pages: readonly ParsedPage[]): PageSource[] {
  const each = pages.map((page): PageSource => ({ pages: [page.number, page.number], ...trustIn(page) }));
  for (const step of STEPS) {
    const ranges = mergeRanges(each, step);
    if (ranges.length <= MOST_ENTRIES) return ranges;
  }
  return mergeRanges(each, COARSEST);
}

function trustIn({
  recognised,
  degraded,
  garbled,
  lostWords,
  mixed,
  runs,
}: ParsedPage): Pick<PageSource, 'source' | 'confidence'> {
  if (recognised) return { source: 'recognised', confidence: recognised.confidence / 100 };
  if (mixed) return { source: 'mixed', confidence: null };
  if (isTextLayer({ runs })) return { source: 'recognised', confidence: null };
  if (degraded === 'unmapped_text' || degraded === 'too_much_text') return { source: 'text', confidence: IN_PART };
  if (degraded) return { source: 'text', confidence: LOST };
  return { source: 'text', confidence: garbled || lostWords ? GARBLED : 1 };
}

/** Neighbours whose confidence is the same in whole steps, rounded down. */
function mergeRanges(each: readonly PageSource[], step: number): PageSource[] {
  const ranges: PageSource[] = [];
  for (const { pages, source, confidence: exact } of each) {
    const confidence = exact === null ? null : Math.floor(exact / step + Number.EPSILON * 100) * step;
    const rounded = confidence === null ? null : Math.round(confidence * 100) / 100;
    const last = ranges.at(-1);
    if (last?.source === source && last.confidence === rounded && last.pages[1] + 1 === pages[0])
      last.pages[1] = pages[1];
    else ranges.push({ pages: [...pages], source, confidence: rounded });
  }
  return ranges;
}
