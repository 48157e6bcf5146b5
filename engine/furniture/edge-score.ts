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
/** Parts from which a row may be one of a table, and the share of them that are most. */
const CELLS = 3;
const MOST = 0.5;
/** Lines at one edge of a page at most: each is compared with the others. Labelled pages have 46 at most. */
const MOST_OF_SIDE = 400;

const { score, reasons } = learnedScore(NAMES, TREES);

/** A line that the rules of `FURNITURE` have found. */
export interface FoundEdge extends Pick<EdgeEvidence, 'line' | 'isArtifact' | 'isPageNumber' | 'isPageOfPages'> {
  /** Worked out when it is asked for. */
  look: () => Look;
  /** Its row has three parts or more, and most of them look like text. */
  isInRowOfText: () => boolean;
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
  {
    name: 'row-of-text',
    why: 'The heads of columns that repeat above a table are one row: where most of them look like text, the rest are no furniture.',
    test: ({ isInRowOfText }) => (isInRowOfText() ? 'text' : null),
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
  for (const row of groupBy(asked, ({ page, side, depth }) => `${page} ${side} ${depth}`).values()) {
    const looks = row.map((candidate) => once(() => lookOf(candidate)));
    const isInRowOfText = once(() => isRowOfText(looks));
    for (const [i, { line }] of row.entries()) {
      const known = evidence.get(line);
      if (known && decide(FURNITURE_LOOK, { ...known, look: looks[i]!, isInRowOfText }) === 'text') left.delete(line);
    }
  }
  return left;
}

const isRowOfText = (looks: readonly (() => Look)[]): boolean =>
  looks.length >= CELLS && looks.filter((look) => score(look()) < UNLIKELY).length > MOST * looks.length;
