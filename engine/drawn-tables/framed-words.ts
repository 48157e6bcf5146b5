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
  /** A frame right above or below it has its left and right sides, and room for more than its text. */
  inColumn: boolean;
  /** The text in it. */
  inside: readonly TextRun[];
  /** The page's text that is in no other frame. */
  unframed: readonly TextRun[];
}

const sizeOf = ({ inside }: Pick<FramedText, 'inside'>): number => Math.max(...inside.map(({ size }) => size));

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
      name: 'column-of-frames',
      why: 'The widest cell of a column is as tight as a word’s frame, and the cells above and below have its sides.',
      test: ({ inColumn }) => (inColumn ? 'cell' : null),
    },
    {
      name: 'within-a-line',
      why: 'Text without a frame goes on right beside the frame, without the white that parts columns.',
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
  const found = frames(rules);
  if (found.length === 0 || found.length > MOST_FRAMES) return rules;
  const dropped = new Set<Rule>();
  const texts = found.map(({ box }) => runs.filter((run) => holdsCentre(box, run.box)));
  const all = found.map((frame, i): FrameWithText => ({ ...frame, inside: texts[i]! }));
  const byHeight = Map.groupBy(all, ({ box }) => Math.floor(box.y0));
  const byLeft = Map.groupBy(all, ({ box }) => Math.floor(box.x0));
  const framed = new Set(texts.flat());
  const free = runs.filter((run) => !framed.has(run));
  for (const frame of all) {
    const { box, rules: sides, inside } = frame;
    const joined = near(byHeight, box.y0).some((other) => areJoined(box, other.box));
    const inColumn = near(byLeft, box.x0).some((other) => isColumn(box, other));
    // the frame of a whole line may hold those of its words
    const around = texts.filter((some, i) => some !== inside && holdsCentre(found[i]!.box, box));
    const unframed = around.length === 0 ? free : [...free, ...around.flat()];
    if (decide(FRAMED_WORD, { page: page.number, box, joined, inColumn, inside, unframed }) === 'word')
      for (const side of sides) dropped.add(side);
  }
  return dropped.size === 0 ? rules : rules.filter((rule) => !dropped.has(rule));
}

type FrameWithText = Frame & Pick<FramedText, 'inside'>;

const near = (places: ReadonlyMap<number, FrameWithText[]>, at: number): FrameWithText[] =>
  [-2, -1, 0, 1, 2].flatMap((step) => places.get(Math.floor(at) + step) ?? []);

/** Whether the other frame, which has room, is the next one above or below in a column of them. */
function isColumn(box: Box, other: FrameWithText): boolean {
  const { box: b, inside } = other;
  const gap = Math.max(box.y0, b.y0) - Math.min(box.y1, b.y1);
  const hasSides = Math.abs(box.x0 - b.x0) < SAME_SIDE && Math.abs(box.x1 - b.x1) < SAME_SIDE;
  return (
    hasSides &&
    gap > -SAME_SIDE &&
    gap < box.y1 - box.y0 &&
    (inside.length === 0 || roomBeside(other) > MOST_ROOM * sizeOf(other))
  );
}

const areJoined = (a: Box, b: Box): boolean => Math.abs(a.x1 - b.x0) < SAME_SIDE || Math.abs(b.x1 - a.x0) < SAME_SIDE;

/** In points: the wider one of the two strips beside the text. */
function roomBeside({ box, inside }: Pick<FramedText, 'box' | 'inside'>): number {
  if (inside.length === 0) return 0;
  const text = unionBox(inside.map((run) => run.box));
  return Math.max(text.x0 - box.x0, box.x1 - text.x1);
}

function hasTextBeside(framed: FramedText): boolean {
  const { box, inside, unframed } = framed;
  const text = unionBox(inside.map((run) => run.box));
  const gap = WORD_GAP * sizeOf(framed);
  const isLevel = ({ box: b }: TextRun): boolean =>
    Math.min(b.y1, text.y1) - Math.max(b.y0, text.y0) > SAME_LINE * (text.y1 - text.y0);
  const isNear = ({ box: b }: TextRun): boolean =>
    (b.x0 >= text.x1 && b.x0 - box.x1 < gap) || (b.x1 <= text.x0 && box.x0 - b.x1 < gap);
  return unframed.some((run) => !inside.includes(run) && isLevel(run) && isNear(run));
}
