/**
 * Heads that run along the side of a page: those of a sheet that lies on its side in its book, and titles on a coloured edge.
 * Nothing of the text stands as far out as they do. The labels of a figure's axis and of a table's rows are turned, too.
 */
import { overlap } from '../geometry.js';
import { decide, type DecisionTable } from '../rules.js';
import type { Line } from '../text/line.js';
import { isArtifact } from './artifacts.js';
import { groupBy } from './candidates.js';

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
  /** The same words stand in this place on other pages, or at the other side of this one (`turnedMarks`). */
  isRepeated: boolean;
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
      name: 'repeats-at-the-side',
      why: 'The same words in one place at the side of most pages, or at both sides of one, mark the copy or name the chapter; on charts they name axes, and above each other rows.',
      test: ({ isRepeated }) => (isRepeated ? 'furniture' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ line }) => line,
};

/** Pages on which a mark must be, and the share of all. */
const LEAST_PAGES = 3;
const PAGE_SHARE = 0.5;
/** In points: places of one mark on different pages. */
const SAME_PLACE = 3;
/** Share of the page's width that a line of text has at least, and such lines of a page of text. */
const LONG_SHARE = 0.33;
const LEAST_LONG = 5;
/** Words of a mark at both sides of one page: axes have names of few words. */
const LEAST_WORDS = 4;

interface PageWithAsides {
  width: number;
  lines: readonly Line[];
  asides: readonly Line[];
}

interface Mark {
  line: Line;
  page: PageWithAsides;
}

/**
 * The turned lines whose words stand at both sides of a page of text, or in one place on most pages, some of which are pages of
 * text, and no other words above or below them.
 */
export function turnedMarks(pages: readonly PageWithAsides[]): Set<Line> {
  const least = Math.max(LEAST_PAGES, PAGE_SHARE * pages.length);
  const turned = pages.flatMap((page) => page.asides.map((line) => ({ line, page })));
  const sameWords = groupBy(turned, ({ line }) => line.text);
  const marks = [...sameWords].flatMap(([text, all]) =>
    /\p{L}{3}/u.test(text) ? all.filter((mark) => isOnPages(mark, all, least) || isAtBothSides(mark, all)) : [],
  );
  return new Set(marks.map(({ line }) => line));
}

function isOnPages(mark: Mark, all: readonly Mark[], least: number): boolean {
  if (all.length < least) return false;
  const same = new Set(all.filter((other) => isSamePlace(mark.line, other.line)).map(({ page }) => page));
  return same.size >= least && [...same].some(isPageOfText) && isAlone(mark);
}

/** The labels of rows stand above each other. */
const isAlone = ({ line: { box, text }, page }: Mark): boolean =>
  !page.asides.some((other) => other.text !== text && overlap(other.box.x0, other.box.x1, box.x0, box.x1) > 0);

const isSamePlace = (a: Line, b: Line): boolean =>
  Math.abs(a.box.x0 - b.box.x0) <= SAME_PLACE && Math.abs(a.box.y0 - b.box.y0) <= SAME_PLACE;

const isPageOfText = ({ lines, width }: PageWithAsides): boolean =>
  lines.filter(({ box }) => box.x1 - box.x0 > LONG_SHARE * width).length >= LEAST_LONG;

const isAtBothSides = ({ line, page }: Mark, all: readonly Mark[]): boolean =>
  line.text.split(' ').length >= LEAST_WORDS &&
  all.some((other) => other.page === page && isRight(other) !== isRight({ line, page })) &&
  isPageOfText(page);

const isRight = ({ line, page }: Mark): boolean => line.box.x0 > page.width / 2;

/** The turned lines that are heads. `furniture` are the lines of the page that are none of its text. */
export function turnedHeads(
  page: { width: number; lines: readonly Line[]; asides: readonly Line[] },
  furniture: ReadonlySet<Line>,
  { areArtifactsBelieved, marks }: { areArtifactsBelieved: boolean; marks: ReadonlySet<Line> },
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
      isRepeated: marks.has(line),
    };
    return decide(TURNED_HEAD, turned) === 'furniture';
  });
}
