/**
 * Characters to words. A word ends at a space character, at a gap that no kerning explains, and where font, size, baseline,
 * direction, colour or marked content change. An accent drawn by itself joins its letter.
 */
import { unionBox } from '../geometry.js';
import { separatesSentences } from '../text/spacing.js';
import { accented, isAccent } from './accents.js';
import { isCutApart, isShown } from './clips.js';
import type { OpenRun, PlacedCharacter, RunCollector, TextContext } from './glyphs.js';
import { isBoldShift, TWICE } from './painted-words.js';
import { isSamePaint } from './sight.js';
import { closeRun } from './word-runs.js';

/** A gap of this share of the font size separates words; kerning stays below it. */
const WORD_GAP = 0.14;
/** In font sizes: glyphs that are further apart, or overlap by more, do not adjoin; less is rounding. */
const SEAM = 0.003;
/** In font sizes: a step back of more than this begins other text. */
const BACK_STEP = 0.35;
/** In font sizes: type of one word differs by less in size, and its baselines by less. */
const ONE_WORD = 0.02;
const SAME_BASELINE = 0.05;
/** Share of a glyph's width before which a space begins that lies within it: others begin at its end, less some kerning. */
const WITHIN_SHARE = 0.8;
/** Cosine of the greatest angle between the directions of one word, 2.6 degrees: letters along a curve are words of their own. */
const SAME_DIRECTION = 0.999;

/** Where on the page a distance along the text of an operator lies. */
type PlaceOf = (offset: number) => [number, number];

/** Ends the word, unless nobody sees the space that is painted between the offsets `from` and `to`. */
export function addSpace(collector: RunCollector, place: PlaceOf, from: number, to: number): void {
  // most words end in one letter
  const { open } = collector;
  if (open && open.lastText.length > 1 && liesWithin(open, place(from), place(to))) return;
  endWord(collector);
  collector.spacePending = true;
}

/**
 * Whether a space lies within the ligature before it, so that nobody sees it: some programs paint one behind the "f". Behind
 * a letter it is one, however tightly they are set.
 */
function liesWithin({ along, up, size, lastPlaced }: OpenRun, start: [number, number], end: [number, number]): boolean {
  const { start: from } = lastPlaced;
  const distance = (place: [number, number], [x, y]: [number, number]): number =>
    (place[0] - from[0]) * x + (place[1] - from[1]) * y;
  const width = distance(lastPlaced.end, along);
  const begin = distance(start, along);
  const isInside = begin > 0 && begin <= WITHIN_SHARE * width && distance(end, along) <= width;
  return isInside && Math.abs(distance(start, up)) < SAME_BASELINE * size;
}

/** Adds a character, or the letter that it makes with an accent drawn just before or after it. */
export function placeCharacter(collector: RunCollector, text: string, placed: PlacedCharacter): void {
  const { accent, open } = collector;
  if (accent) {
    collector.accent = null;
    const letter = accented(text, accent.text, { letter: placed, accent: accent.placed });
    if (letter === null) addCharacter(collector, accent.text, accent.placed);
    addCharacter(collector, letter ?? text, placed);
    return;
  }
  if (!isAccent(text)) {
    addCharacter(collector, text, placed);
    return;
  }
  const letter = open ? accented(open.lastText, text, { letter: open.lastPlaced, accent: placed }) : null;
  if (open && letter !== null) {
    open.text = open.text.slice(0, -open.lastText.length) + letter;
    open.lastText = letter;
    open.shownBy = collector.count;
  } else {
    collector.accent = { text, placed };
  }
}

function addCharacter(collector: RunCollector, text: string, placed: PlacedCharacter): void {
  const { open } = collector;
  if (open && isPaintedAgain(open, text, placed)) {
    open.shownBy = collector.count;
    open.uniform &&= isSamePaint(open.context.state, placed.context.state);
    return;
  }
  const between = open && !collector.spacePending ? gapBefore(open, placed) : NaN;
  if (open && continues(open, placed, between) && !separatesSentences(between / open.size, open.text, text)) {
    addSeam(open, placed, between);
    open.text += text;
    const { clip } = placed.context.state;
    // some programs paint each letter within a clip of its own
    if (clip !== open.context.state.clip && isShown(placed)) open.clip = unionBox([open.clip, clip]);
    open.narrowest = Math.min(open.narrowest, between);
    open.uniform &&= isSamePaint(open.context.state, placed.context.state);
    open.end = placed.end;
    open.shownBy = collector.count;
    open.lastText = text;
    open.lastPlaced = placed;
    return;
  }
  closeRun(collector);
  const { start, end, frame, context } = placed;
  const { along, up, size, rise } = frame;
  const space = collector.spacePending;
  const { count: shownBy } = collector;
  collector.open = {
    text,
    start,
    end,
    along,
    up,
    size,
    rise,
    context,
    clip: context.state.clip,
    space,
    lastText: text,
    lastPlaced: placed,
    from: shownBy - 1,
    shownBy,
    uniform: true,
    narrowest: Infinity,
    seams: null,
  };
  collector.spacePending = false;
}

/** Notes where a glyph does not adjoin the one before; spacing that is set for all characters counts as theirs (`belongsToGlyph`). */
function addSeam(open: OpenRun, { start }: PlacedCharacter, between: number): void {
  const { charSpacing, fontSize, hScale } = open.lastPlaced.context.state;
  const spacing = charSpacing === 0 ? 0 : Math.max(0, charSpacing / fontSize) * hScale * open.size;
  if (spacing === 0 && Math.abs(between) <= SEAM * open.size) return;
  open.seams ??= [];
  open.seams.push({ text: open.text, from: open.end[0] - spacing, to: start[0] });
}

/** Whether a character is painted a second time in its place; the word is bold if it lies a little aside. */
function isPaintedAgain(open: OpenRun, text: string, { start, context }: PlacedCharacter): boolean {
  if (text !== open.lastText) return false;
  const before = open.lastPlaced.start;
  const shift = Math.hypot(start[0] - before[0], start[1] - before[1]);
  if (!(shift < TWICE * open.size)) return false;
  open.bold ||= isBoldShift(shift, open, context);
  return true;
}

/** From the last character of the word to the next one, along the word's direction. */
const gapBefore = ({ end, along }: OpenRun, { start }: PlacedCharacter): number =>
  (start[0] - end[0]) * along[0] + (start[1] - end[1]) * along[1];

/** Whether a character may belong to the word by its look and place, `between` behind it; NaN where a space is painted. */
function continues(open: OpenRun, placed: PlacedCharacter, between: number): boolean {
  const { size, up, along, end } = open;
  if (!(between < WORD_GAP * size && between > -BACK_STEP * size)) return false;
  const { start, frame, context } = placed;
  const shift = (start[0] - end[0]) * up[0] + (start[1] - end[1]) * up[1];
  return (
    Math.abs(shift) < SAME_BASELINE * size &&
    (open.context === context || areOfOneText(open.context, context)) &&
    !(Math.abs(size - frame.size) > ONE_WORD * size) &&
    !(along[0] * frame.along[0] + along[1] * frame.along[1] < SAME_DIRECTION) &&
    !isCutApart(open.lastPlaced, placed)
  );
}

const areOfOneText = (a: TextContext, b: TextContext): boolean =>
  a.font === b.font &&
  a.mcid === b.mcid &&
  a.hidden === b.hidden &&
  a.artifact === b.artifact &&
  a.state.fillColor === b.state.fillColor;

/** Ends the word under way. To be called at the page's end too. */
export function endWord(collector: RunCollector): void {
  const { accent } = collector;
  collector.accent = null;
  if (accent) addCharacter(collector, accent.text, accent.placed);
  closeRun(collector);
}
