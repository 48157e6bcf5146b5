/**
 * Glyphs to words. A word ends at a space character, at a gap that no kerning explains, and where font, size, baseline,
 * direction, colour or marked content change. Spacing set for all characters alike ("l e t t e r s p a c e d") is no gap.
 * Digits that a font draws small and raised (its own superscripts) come out as small raised runs. An accent drawn by
 * itself joins its letter.
 * Never drops a painted character; text painted twice in place (poor man's bold) is kept once.
 */
import { unionBox } from '../geometry.js';
import type { Box, ParsedRun } from '../model.js';
import { accented, isAccent } from './accents.js';
import { isClipped, isCutApart, isShown } from './clips.js';
import { isCut } from './cut-text.js';
import { separatesSentences } from '../text/spacing.js';
import { boxOf, frameOf, isUpright, raised, rotationOf } from './frame.js';
import { apply, multiply, round, roundBox, type Matrix } from './matrix.js';
import type { Glyph, KnownGlyph, OpenRun, PlacedCharacter, RunCollector, RunFont, TextContext } from './glyphs.js';
import { TWICE } from './painted-words.js';
import { knownText, namedText } from './unknown-glyphs.js';
import { finalText, readableText } from './unicode.js';
import { countGlyph, noteGlyph } from './unmapped.js';
import { isSamePaint, isWhite, textColor } from './sight.js';

/** A gap of this share of the font size separates words; kerning stays below it. */
const WORD_GAP = 0.14;
/** In font sizes: characters of a word that are further apart than this are spaced on purpose; kerning is less. */
const LEAST_SPACING = 0.06;
/** In font sizes: wider spacing between characters puts each into a column of a table. */
const MOST_SPACING = 1;
/** Share of the font size from which text that is painted twice looks bold. */
const BOLD_SHIFT = 0.005;
/** In font sizes: a step back of more than this begins other text. */
const BACK_STEP = 0.35;
/** In font sizes: type of one word differs by less in size, and its baselines by less. */
const ONE_WORD = 0.02;
const SAME_BASELINE = 0.05;
/** Share of a glyph's width before which a space begins that lies within it: others begin at its end, less some kerning. */
const WITHIN_SHARE = 0.8;
/** Cosine of the greatest angle between the directions of one word, 2.6 degrees: letters along a curve are words of their own. */
const SAME_DIRECTION = 0.999;
/** Share of the widest glyph of a digit below which another is the font's own superscript. */
const NARROW_SHARE = 0.72;
/** A digit narrower than this share of the font size is a superscript by its own glyph; a "1" can be narrow by nature. */
const SMALL_DIGIT = 0.36;
const SMALL_ONE = 0.31;
/** A digit of condensed type is narrower than this share of the font size, and a "1" as narrow as others' superscripts. */
const CONDENSED_DIGIT = 0.46;

/**
 * Adds one text operator's glyphs. Numbers among them move back by thousandths of the font size, as in the TJ operator.
 *
 * @returns the advance in text space: what the text matrix moves on by.
 */
export function addGlyphs(
  collector: RunCollector,
  glyphs: readonly (Glyph | number)[],
  context: TextContext,
  textMatrix: Matrix,
): number {
  const { state, font } = context;
  const size = state.fontSize;
  const toPage = multiply(state.ctm, textMatrix);
  const frame = frameOf(toPage, state, font.vertical);
  if (!frame) return 0;
  let at = 0;
  // most characters begin where the one before ends
  let lastOffset = NaN;
  let last: [number, number] = [0, 0];
  const place = (offset: number): [number, number] => {
    if (offset !== lastOffset) last = font.vertical ? apply(toPage, 0, offset) : apply(toPage, offset, state.rise);
    lastOffset = offset;
    return last;
  };
  let digitsAreMeasured = false;
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      at -= (glyph / 1000) * size * (font.vertical ? 1 : state.hScale);
      continue;
    }
    const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
    const natural = advanceOf(glyph, context);
    const step = finite(font.vertical ? natural - spacing : natural + spacing * state.hScale);
    const { text, isOfDigit, kind } = font.known.get(glyph) ?? getToKnow(font, glyph);
    countGlyph(font.tally, kind);
    if (isOfDigit && !digitsAreMeasured) {
      measureDigits(font, glyphs);
      digitsAreMeasured = true;
    }
    const script = isOfDigit && isSmallDigit(font, text, glyph.width);
    collector.count += 1;
    if (text === ' ') {
      addSpace(collector, place, at, at + natural);
    } else if (text !== '') {
      placeCharacter(collector, text, {
        start: place(at),
        end: place(at + (belongsToGlyph(spacing, size) ? step : natural)),
        frame: script ? raised(frame) : frame,
        context,
      });
    }
    at += step;
  }
  return at;
}

/** How far a glyph itself moves the text on, in text space. */
const advanceOf = (glyph: Glyph, { state, font }: TextContext): number =>
  finite(
    font.vertical
      ? ((glyph.vmetric?.[0] ?? -1000) / 1000) * state.fontSize
      : glyph.width * font.widthScale * state.fontSize * state.hScale,
  );

/** Damaged fonts have widths that are no numbers: nothing would have a place behind such a glyph. */
const finite = (advance: number): number => (Number.isFinite(advance) ? advance : 0);

/** Where on the page a distance along the text of an operator lies. */
type PlaceOf = (offset: number) => [number, number];

/** Ends the word, unless nobody sees the space that is painted between the offsets `from` and `to`. */
function addSpace(collector: RunCollector, place: PlaceOf, from: number, to: number): void {
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

/**
 * Spacing between all characters is part of the glyph before it, so that it makes no words of letters. With a negative font
 * size it is negative, too.
 */
function belongsToGlyph(spacing: number, size: number): boolean {
  const share = spacing / size;
  return share > 0 && share < MOST_SPACING;
}

/** Notes with its font what a glyph says that is shown for the first time. */
function getToKnow(font: RunFont, glyph: Glyph): KnownGlyph {
  const sign = font.signs?.get(glyph.unicode) ?? namedText(font, glyph);
  const kind = noteGlyph(font.tally, sign === undefined ? glyph : { ...glyph, unicode: sign });
  const text = sign ?? knownText(font, glyph, readableText(glyph.unicode));
  const known = { text, isOfDigit: isDigit(text) || isDigit(glyph.unicode), kind };
  font.known.set(glyph, known);
  return known;
}

const isDigit = (text: string): boolean => text.length === 1 && text >= '0' && text <= '9';

/** Notes how wide the digits of an operator are: the first is judged by those behind it, too. */
function measureDigits({ digits }: RunFont, glyphs: readonly (Glyph | number)[]): void {
  for (const glyph of glyphs) {
    if (typeof glyph === 'number' || !isDigit(glyph.unicode)) continue;
    const widest = digits.get(glyph.unicode) ?? 0;
    if (glyph.width > widest) digits.set(glyph.unicode, glyph.width);
  }
}

/**
 * Whether a digit's glyph is a superscript: clearly narrower than the same digit elsewhere, or than any digit is but those of
 * condensed type, of which the font has no other.
 */
function isSmallDigit({ digits, widthScale }: RunFont, digit: string, width: number): boolean {
  const em = width * widthScale;
  if (!isDigit(digit) || !(em > 0)) return false;
  if (width < NARROW_SHARE * (digits.get(digit) ?? 0)) return true;
  if (em >= (digit === '1' ? SMALL_ONE : SMALL_DIGIT)) return false;
  if (width < (digits.get(digit) ?? 0)) return true;
  const widest = Math.max(...digits.values()) * widthScale;
  return widest < SMALL_DIGIT || widest >= CONDENSED_DIGIT;
}

/** Adds a character, or the letter that it makes with an accent drawn just before or after it. */
function placeCharacter(collector: RunCollector, text: string, placed: PlacedCharacter): void {
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
  };
  collector.spacePending = false;
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

const isBoldShift = (shift: number, { size, context }: OpenRun, again: TextContext): boolean =>
  shift > BOLD_SHIFT * size && again.state.fillColor === context.state.fillColor;

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

function closeRun(collector: RunCollector): void {
  const { open } = collector;
  if (!open) return;
  collector.open = null;
  const box = boxOf(open);
  const text = finalText(open.text);
  const { context } = open;
  if (isWordAgain(collector, open, { text, box })) return;
  const run = runOf(open, text, box);
  const color = shownColor(context);
  if (color !== undefined) run.color = color;
  if (context.hidden) run.invisible = true;
  else if (isClipped(box, open.clip)) [run.invisible, run.covered] = [true, true];
  if (!context.hidden && isCut(box, open.clip)) collector.cut.add(run);
  if (context.mcid !== null) run.mcid = context.mcid;
  if (context.artifact) run.artifact = true;
  add(collector, run, open);
}

/** What all runs have. Written out, and the rest assigned one by one: there are hundreds of runs on a page. */
function runOf(open: OpenRun, text: string, extent: Box): ParsedRun {
  const box = roundBox(extent);
  const baseline = round(isUpright(open.along) ? open.start[1] - open.rise : extent.y1);
  const size = round(open.size);
  const font = open.bold ? open.context.font.inBold : open.context.font.index;
  const rotation = rotationOf(open.along);
  return open.space
    ? { text, space: true, box, baseline, size, font, rotation }
    : { text, box, baseline, size, font, rotation };
}

/**
 * Takes the tag of a word's second copy, where a reader sees it: the first may be furniture, or a shadow that no tag knows of.
 */
function takeTag(run: ParsedRun, { mcid, artifact, hidden }: TextContext): void {
  const isContent = run.mcid !== undefined && !run.artifact;
  if (isContent || mcid === null || artifact || hidden) return;
  delete run.artifact;
  run.mcid = mcid;
}

/** The colour of text, where there is one and it is not black. */
function shownColor({ state }: TextContext): string | undefined {
  const color = textColor(state);
  return color === '#000000' ? undefined : color;
}

function setColor(run: ParsedRun, context: TextContext): void {
  const color = shownColor(context);
  if (color === undefined) delete run.color;
  else run.color = color;
}

function add({ runs, shownBy, painted, drawn, spacing }: RunCollector, run: ParsedRun, open: OpenRun): void {
  const { context } = open;
  runs.push(run);
  if (open.narrowest >= LEAST_SPACING * open.size && Number.isFinite(open.narrowest)) {
    spacing.set(run, open.narrowest / open.size);
  }
  shownBy.push(open.shownBy);
  painted.push(open.uniform && !context.font.drawn ? { state: context.state, from: open.from } : null);
  if (context.font.drawn && !context.hidden) drawn.push(run.box);
}

/**
 * Whether the same word was painted within a tenth of its size: twice to look bold, which the first then is, or as its own
 * shadow. Remembers the word.
 */
function isWordAgain(collector: RunCollector, open: OpenRun, { text, box }: { text: string; box: Box }): boolean {
  const { context } = open;
  const twin = collector.seen.twinOf({ text, size: open.size, box, context, run: collector.runs.length });
  if (!twin) return false;
  const shift = Math.hypot(twin.box.x0 - box.x0, twin.box.y0 - box.y0);
  const run = collector.runs[twin.run];
  if (!open.uniform || !isSamePaint(context.state, twin.context.state)) collector.painted[twin.run] = null;
  if (run && isBoldShift(shift, open, twin.context)) run.font = context.font.inBold;
  if (run) takeTag(run, context);
  // painted in strips, the first of which may show nothing of it
  if (run && !context.hidden && !isClipped(box, open.clip)) {
    delete run.invisible;
    delete run.covered;
    // a white halo around the letters, say, on which they are painted
    if (isWhite(run.color)) setColor(run, context);
    collector.shownBy[twin.run] = open.shownBy;
  }
  return true;
}
