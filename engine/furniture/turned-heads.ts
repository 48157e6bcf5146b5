/**
 * Heads that run along the side of a page: those of a sheet that lies on its side in its book, and titles on a coloured edge.
 * Nothing of the text stands as far out as they do. The labels of a figure's axis and of a table's rows are turned, too.
 */
import type { Box } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import type { Line } from '../text/line.js';
import { narrow } from '../text/numerals.js';
import { isArtifact } from './artifacts.js';

/** Share of the page's width at its sides in which such a head stands. */
const EDGE_SHARE = 0.08;
/** Words of a head at most. */
const MOST_WORDS = 12;
const NUMBER = /^\d{1,4}$/;

export interface TurnedLine {
  line: Line;
  /** It lies further left or right than all text. */
  isBeyondText: boolean;
  /** In the outermost part of the page. */
  isAtEdge: boolean;
  /** The number of the only page stands in the same margin. */
  hasNumber: boolean;
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
    {
      name: 'beside-page-number',
      why: 'At the very edge of the only page, where its number stands as well, runs the title of the book; on several it repeats.',
      test: ({ line: { text }, hasNumber }) => (hasNumber && text.split(' ').length <= MOST_WORDS ? 'furniture' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ line }) => line,
};

/**
 * @param furniture the lines of the page that are none of its text
 * @param isOnly it is the only page of its document
 */
export function turnedHeads(
  page: { width: number; lines: readonly Line[]; asides: readonly Line[] },
  furniture: ReadonlySet<Line>,
  { isOnly, areArtifactsBelieved }: { isOnly: boolean; areArtifactsBelieved: boolean },
): Line[] {
  const text = page.lines.filter((line) => !furniture.has(line));
  if (text.length === 0) return [];
  const [left, right] = [Math.min(...text.map(({ box }) => box.x0)), Math.max(...text.map(({ box }) => box.x1))];
  const sideOf = ({ x0, x1 }: Box): 'left' | 'right' | null => (x1 < left ? 'left' : x0 > right ? 'right' : null);
  const numbers = page.lines.filter((line) => furniture.has(line) && NUMBER.test(narrow(line.text)));
  const sides = new Set(numbers.map(({ box }) => sideOf(box)));
  const edge = EDGE_SHARE * page.width;
  return page.asides.filter((line) => {
    const side = sideOf(line.box);
    const turned = {
      line,
      isBeyondText: side !== null,
      isAtEdge: line.box.x1 < edge || line.box.x0 > page.width - edge,
      hasNumber: isOnly && sides.has(side),
      isArtifact: areArtifactsBelieved && isArtifact(line),
    };
    return decide(TURNED_HEAD, turned) === 'furniture';
  });
}
