/**
 * Framed words: four rulings close around a word of running text, as links, keys and buttons of manuals have them. They are no
 * cells, though frames below each other look like columns of them.
 */
import { holdsCentre, unionBox } from '../geometry.js';
import type { Box, ParsedPage, Rule, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { frames, type Frame } from './frames.js';

/** In font sizes: a frame leaves no more room than this on either side of its word. */
const MOST_ROOM = 0.35;
/** In font sizes: words of one line have no wider gap between them. */
const WORD_GAP = 0.5;
/** In points: frames whose sides are no further apart have them in common. */
const SAME_SIDE = 1.5;
/** Frames of a page that are looked at: more of them are a raster. It bounds the work on pages made to be slow. */
const MOST_FRAMES = 1_000;
/** Share of the word's height that text beside it shares with it. */
const SAME_LINE = 0.5;

/** Four rulings that make a frame as high as a line. */
export interface FramedText {
  page: number;
  box: Box;
  /** A frame beside it has a side in common with it. */
  joined: boolean;
  /** The text in it. */
  inside: readonly TextRun[];
  /** The page's text. */
  runs: readonly TextRun[];
}

const sizeOf = ({ inside }: FramedText): number => Math.max(...inside.map(({ size }) => size));

export const FRAMED_WORD: DecisionTable<FramedText, 'word' | 'cell'> = {
  name: 'framed-word',
  rules: [
    {
      name: 'empty',
      why: 'A frame without text is a field to fill in.',
      test: ({ inside }) => (inside.length === 0 ? 'cell' : null),
    },
    {
      name: 'common-side',
      why: 'Frames in a row that touch each other are cells of it.',
      test: ({ joined }) => (joined ? 'cell' : null),
    },
    {
      name: 'room-inside',
      why: 'Cells of a column are as wide as the widest: beside the others there is room.',
      test: (framed) => (roomBeside(framed) > MOST_ROOM * sizeOf(framed) ? 'cell' : null),
    },
    {
      name: 'within-a-line',
      why: 'Text goes on right beside the frame, without the white that parts columns.',
      test: (framed) => (hasTextBeside(framed) ? 'word' : null),
    },
  ],
  otherwise: 'cell',
  subject: ({ page, box, inside }) => ({ page, box, text: inside.map(({ text }) => text).join(' ') }),
  numbers: (framed) => ({ words: framed.inside.length, roomInPoints: roomBeside(framed) }),
};

/** The rulings without those that frame words. */
export function withoutFramedWords(
  page: Pick<ParsedPage, 'number'>,
  rules: readonly Rule[],
  runs: readonly TextRun[],
): readonly Rule[] {
  const dropped = new Set<Rule>();
  const found = frames(rules);
  if (found.length > MOST_FRAMES) return rules;
  const byHeight = Map.groupBy(found, ({ box }) => Math.floor(box.y0));
  const isJoined = ({ box }: Frame): boolean =>
    [-1, 0, 1].some((step) => byHeight.get(Math.floor(box.y0) + step)?.some((other) => areJoined(box, other.box)));
  for (const frame of found) {
    const { box, rules: sides } = frame;
    const inside = runs.filter((run) => holdsCentre(box, run.box));
    if (decide(FRAMED_WORD, { page: page.number, box, joined: isJoined(frame), inside, runs }) === 'word')
      for (const side of sides) dropped.add(side);
  }
  return dropped.size === 0 ? rules : rules.filter((rule) => !dropped.has(rule));
}

const areJoined = (a: Box, b: Box): boolean => Math.abs(a.x1 - b.x0) < SAME_SIDE || Math.abs(b.x1 - a.x0) < SAME_SIDE;

/** In points: the wider one of the two strips beside the text. */
function roomBeside({ box, inside }: FramedText): number {
  if (inside.length === 0) return 0;
  const text = unionBox(inside.map((run) => run.box));
  return Math.max(text.x0 - box.x0, box.x1 - text.x1);
}

function hasTextBeside(framed: FramedText): boolean {
  const { box, inside, runs } = framed;
  const text = unionBox(inside.map((run) => run.box));
  const gap = WORD_GAP * sizeOf(framed);
  const isLevel = ({ box: b }: TextRun): boolean =>
    Math.min(b.y1, text.y1) - Math.max(b.y0, text.y0) > SAME_LINE * (text.y1 - text.y0);
  const isNear = ({ box: b }: TextRun): boolean =>
    (b.x0 >= text.x1 && b.x0 - box.x1 < gap) || (b.x1 <= text.x0 && box.x0 - b.x1 < gap);
  return runs.some((run) => !inside.includes(run) && isLevel(run) && isNear(run));
}
