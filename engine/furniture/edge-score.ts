/**
 * Takes back what rules have called furniture and what looks like text (edge-looks.ts): of labelled lines of such place, type
 * and words nearly none is furniture (bench/furniture).
 */
import { learnedScore, type Look } from '../learned-score.js';
import { once } from '../once.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';
import type { Line } from '../text/line.js';
import { groupBy, type Candidate } from './candidates.js';
import { edgeLooks } from './edge-looks.js';
import type { EdgeEvidence } from './edge-rules.js';
import { NAMES, TREES } from './edge-weights.js';
import type { LinedPage } from './lined-page.js';

/** Score below which a line is text although a rule has found it. */
const UNLIKELY = 0.02;
/** Lines at one edge of a page at most: each is compared with the others. Labelled pages have 46 at most. */
const MOST_OF_SIDE = 400;

const { score, reasons } = learnedScore(NAMES, TREES);

/** A line that the rules of `FURNITURE` have found. */
export interface FoundEdge extends Pick<EdgeEvidence, 'line' | 'isArtifact' | 'isPageNumber' | 'isPageOfPages'> {
  /** Worked out when it is asked for. */
  look: () => Look;
}

type Verdict = 'furniture' | 'text';

const RULES: readonly Rule<FoundEdge, Verdict>[] = [
  {
    name: 'named-furniture',
    why: 'What the tags call an artifact, and a number in step with the pages, needs no look.',
    test: ({ isArtifact, isPageNumber, isPageOfPages }) =>
      isArtifact || isPageNumber || isPageOfPages ? 'furniture' : null,
  },
  {
    name: 'text-by-its-look',
    why: 'Pages that are alike repeat the last row of a table, too: of labelled lines of such place, type and words nearly none is furniture.',
    test: ({ look }) => (score(look()) < UNLIKELY ? 'text' : null),
  },
];

export const FURNITURE_LOOK: DecisionTable<FoundEdge, Verdict> = {
  name: 'furniture-look',
  rules: RULES,
  otherwise: 'furniture',
  subject: ({ line }) => line,
  numbers: ({ look }) => reasons(look()),
};

export interface FurnitureByRules {
  /** Rows among it that text stands outside of. */
  found: ReadonlySet<Line>;
  evidence: ReadonlyMap<Line, EdgeEvidence>;
  /** The lines that were asked about. */
  outermost: readonly Candidate[];
}

/** What the rules have found, without what looks like text. */
export function withoutText(pages: readonly LinedPage[], { found, evidence, outermost }: FurnitureByRules): Set<Line> {
  const sides = groupBy(outermost, ({ page, side }) => `${page} ${side}`);
  const isWide = ({ page, side }: Candidate): boolean => sides.get(`${page} ${side}`)!.length > MOST_OF_SIDE;
  const asked = outermost.filter((candidate) => found.has(candidate.line) && !isWide(candidate));
  const left = new Set(found);
  if (asked.length === 0) return left;
  const lookOf = edgeLooks(pages, outermost, found);
  for (const candidate of asked) {
    const known = evidence.get(candidate.line);
    if (known && decide(FURNITURE_LOOK, { ...known, look: once(() => lookOf(candidate)) }) === 'text')
      left.delete(candidate.line);
  }
  return left;
}
