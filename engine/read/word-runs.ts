/**
 * A word that has ended, as a run of its page: its box, font and colour, what of it is seen, and its tag.
 * Never drops a painted word; text painted twice in place (poor man's bold) is kept once.
 */
import type { Box, ParsedRun } from '../model.js';
import { isClipped } from './clips.js';
import { isCut } from './cut-text.js';
import { boxOf, isUpright, rotationOf } from './frame.js';
import type { OpenRun, RunCollector, TextContext } from './glyphs.js';
import { round, roundBox } from './matrix.js';
import { isBoldShift } from './painted-words.js';
import { isSamePaint, isWhite, textColor } from './sight.js';
import { finalText } from './unicode.js';

/** In font sizes: characters of a word that are further apart than this are spaced on purpose; kerning is less. */
const LEAST_SPACING = 0.06;

/** Adds the word under way, if there is one, to the page's runs. */
export function closeRun(collector: RunCollector): void {
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

function add({ runs, shownBy, painted, drawn, spacing, seams }: RunCollector, run: ParsedRun, open: OpenRun): void {
  const { context } = open;
  runs.push(run);
  if (open.narrowest >= LEAST_SPACING * open.size && Number.isFinite(open.narrowest)) {
    spacing.set(run, open.narrowest / open.size);
  }
  if (open.seams) seams.set(run, open.seams);
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
