/** What differs between the decisions of two builds. */
import { OTHERWISE } from '../../engine/rules.js';
import type { StoredDecision, StoredDocument } from './store.js';

/** What one rule decided before and another, or nobody, now. */
export interface Flip {
  table: string;
  /** Rule and verdict; null where the question was not asked. */
  before: [rule: string, verdict: string] | null;
  after: [rule: string, verdict: string] | null;
  count: number;
  documents: Set<string>;
  examples: { document: string; page: number; text: string }[];
}

export interface Comparison {
  documents: number;
  decisions: number;
  /** Paths of files that differ, by document. */
  files: Map<string, string[]>;
  /** How documents end that end otherwise. */
  ends: Map<string, { before: string | null; after: string | null }>;
  /** Documents that only one of the builds has. */
  missing: { document: string; build: 'before' | 'after' }[];
  flips: Map<string, Flip>;
}

const MAX_EXAMPLES = 3;

export const emptyComparison = (): Comparison => ({
  documents: 0,
  decisions: 0,
  files: new Map(),
  ends: new Map(),
  missing: [],
  flips: new Map(),
});

export function compareDocument(comparison: Comparison, before: StoredDocument, after: StoredDocument): void {
  const { document } = after;
  comparison.documents++;
  const paths = new Set([...Object.keys(before.files), ...Object.keys(after.files)]);
  const changed = [...paths].filter((path) => before.files[path] !== after.files[path]).sort();
  if (changed.length > 0) comparison.files.set(document, changed);
  if (before.error !== after.error) comparison.ends.set(document, { before: before.error, after: after.error });
  for (const page of new Set([...before.decisions.keys(), ...after.decisions.keys()])) {
    const now = after.decisions.get(page) ?? [];
    comparison.decisions += now.length;
    for (const pair of pairs(before.decisions.get(page) ?? [], now)) addPair(comparison, { document, page }, pair);
  }
}

type Pair = [before: StoredDecision | null, after: StoredDecision | null];

/** What two decisions about the same have in common: place and words; words, where a box grew; place, where words did. */
const SAME: ((decision: StoredDecision) => string)[] = [
  ([x0, y0, x1, y1, text, table]) => `${table} ${x0} ${y0} ${x1} ${y1} ${text}`,
  ([, , , , text, table]) => `${table} ${text}`,
  ([x0, y0, x1, y1, , table]) => `${table} ${x0} ${y0} ${x1} ${y1}`,
];

/** Each decision once; those about the same thing together, in the order in which they were taken. */
function pairs(before: readonly StoredDecision[], after: readonly StoredDecision[]): Pair[] {
  const found: Pair[] = [];
  let [left, right] = [before, after];
  for (const same of SAME) {
    const waiting = Map.groupBy(left, same);
    right = right.filter((decision) => {
      const partner = waiting.get(same(decision))?.shift();
      if (partner) found.push([partner, decision]);
      return !partner;
    });
    left = [...waiting.values()].flat();
  }
  return [...found, ...left.map((one): Pair => [one, null]), ...right.map((one): Pair => [null, one])];
}

function addPair({ flips }: Comparison, place: { document: string; page: number }, [before, after]: Pair): void {
  const some = (after ?? before)!;
  const [, , , , text, table] = some;
  const outcome = (decision: StoredDecision | null): [string, string] | null => decision && [decision[6], decision[7]];
  const [was, is] = [outcome(before), outcome(after)];
  if (was && is && was[0] === is[0] && was[1] === is[1]) return;
  const key = JSON.stringify([table, was, is]);
  const flip = flips.get(key) ?? { table, before: was, after: is, count: 0, documents: new Set(), examples: [] };
  flips.set(key, flip);
  flip.count++;
  // examples of different documents tell more
  if (flip.examples.length < MAX_EXAMPLES && !flip.documents.has(place.document))
    flip.examples.push({ ...place, text });
  flip.documents.add(place.document);
}

/** Changed verdicts first: a question that is no longer asked, or asked anew where no rule speaks, is rarely the news. */
export function sortedFlips({ flips }: Comparison): Flip[] {
  const isQuiet = ({ before, after }: Flip): boolean =>
    [before, after].every((outcome) => outcome === null || outcome[0] === OTHERWISE);
  const rank = (flip: Flip): number => {
    if (isQuiet(flip)) return 3;
    if (!flip.before || !flip.after) return 2;
    return flip.before[1] === flip.after[1] ? 1 : 0;
  };
  return [...flips.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}
