/**
 * Heads that run along the side of a page: those of a sheet that lies on its side in its book, and titles on a coloured edge.
 * Nothing of the text stands as far out as they do. The labels of a figure's axis and of a table's rows are turned, too.
 */
import { decide, type DecisionTable } from '../rules.js';
import type { Line } from '../text/line.js';
import { isArtifact } from './artifacts.js';

/** Share of the page's width at its sides in which such a head stands. */
const EDGE_SHARE = 0.08;

export interface TurnedLine {
  line: Line;
  /** It lies further left or right than all text. */
  isBeyondText: boolean;
  /** In the outermost part of the page. */
  isAtEdge: boolean;
  /** All of it is marked as artifact, in a document whose marks are believed. */
  isArtifact: boolean;
}

type Verdict = 'furniture' | 'text';

export const TURNED_HEAD: DecisionTable<TurnedLine, Verdict> = {
  name: 'turned-head',
  rules: [
    {
      name: 'within-the-text',
      why: 'Turned text beside a figure or in a table names a part of it.',
      test: ({ isBeyondText }) => (isBeyondText ? null : 'text'),
    },
    {
      name: 'away-from-the-edge',
      why: 'Between the text and the edge of the page the credit of a photo stands, also where it is marked as an artifact.',
      test: ({ isAtEdge }) => (isAtEdge ? null : 'text'),
    },
    {
      name: 'artifact',
      why: "The document's tags say that it is no content.",
      test: (turned) => (turned.isArtifact ? 'furniture' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ line }) => line,
};

/** The turned lines that are heads. `furniture` are the lines of the page that are none of its text. */
export function turnedHeads(
  page: { width: number; lines: readonly Line[]; asides: readonly Line[] },
  furniture: ReadonlySet<Line>,
  { areArtifactsBelieved }: { areArtifactsBelieved: boolean },
): Line[] {
  const text = page.lines.filter((line) => !furniture.has(line));
  if (text.length === 0) return [];
  const [left, right] = [Math.min(...text.map(({ box }) => box.x0)), Math.max(...text.map(({ box }) => box.x1))];
  const edge = EDGE_SHARE * page.width;
  return page.asides.filter((line) => {
    const turned = {
      line,
      isBeyondText: line.box.x1 < left || line.box.x0 > right,
      isAtEdge: line.box.x1 < edge || line.box.x0 > page.width - edge,
      isArtifact: areArtifactsBelieved && isArtifact(line),
    };
    return decide(TURNED_HEAD, turned) === 'furniture';
  });
}
