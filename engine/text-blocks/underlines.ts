/**
 * Text that is underlined as a whole, as typewriters and courts mark a heading: a rule lies right below each of its lines
 * and is as long as the line. The blank of a form is longer than what was written on it; a link is underlined as well.
 */
import { BoxIndex } from '../box-index.js';
import type { Box, Page } from '../model.js';
import type { Line } from '../text/line.js';

/** In font sizes: the rule lies between so much above the baseline and so much below it. */
const ABOVE_BASELINE = 0.05;
const BELOW_BASELINE = 0.4;
/** In font sizes: a rule that reaches further beyond the text is a blank, or the edge of a table. */
const BEYOND = 0.6;
/** Share of a line's length, for the rule is often drawn word by word. */
const UNDERLINED_SHARE = 0.85;
/** In points. */
const LEAST_THICKNESS = 0.1;
/** A line has fewer words: more rules at one place are a pattern, or made to be slow. */
const MOST_RULES = 100;
/** Text of more lines is not looked at: it is no heading, whatever is drawn below it. */
const MAX_LINES = 3;

/** Says of text whether it is underlined as a whole. */
export type IsUnderlined = (lines: readonly Line[]) => boolean;

export function underlines(pageOf: (number: number) => Pick<Page, 'rules' | 'links'>): IsUnderlined {
  const pages = new Map<number, { rules: BoxIndex; links: BoxIndex }>();
  const drawnOn = (number: number): { rules: BoxIndex; links: BoxIndex } => {
    const known = pages.get(number);
    if (known) return known;
    const { rules, links } = pageOf(number);
    const level = rules.filter(({ orientation }) => orientation === 'horizontal').map(({ box }) => thickened(box));
    const drawn = { rules: new BoxIndex(level), links: new BoxIndex(links.map(({ box }) => box)) };
    pages.set(number, drawn);
    return drawn;
  };
  const isLineUnderlined = (line: Line): boolean => {
    const { rules, links } = drawnOn(line.page);
    return isCovered(line, rules.touching(bandBelow(line), MOST_RULES + 1)) && !links.touches(line.box);
  };
  return (lines) => lines.length > 0 && lines.length <= MAX_LINES && lines.every(isLineUnderlined);
}

/** The index finds areas, and a stroke may be without height. */
const thickened = (box: Box): Box => ({ ...box, y1: Math.max(box.y1, box.y0 + LEAST_THICKNESS) });

/** Where a rule that underlines the line lies, and far enough beyond its ends to see how long it is. */
const bandBelow = ({ box, baseline, size }: Line): Box => ({
  x0: box.x0 - BEYOND * size,
  x1: box.x1 + BEYOND * size,
  y0: baseline - ABOVE_BASELINE * size,
  y1: baseline + BELOW_BASELINE * size,
});

function isCovered({ box, size }: Line, rules: readonly Box[]): boolean {
  if (rules.length > MOST_RULES) return false;
  if (rules.some(({ x0, x1 }) => x0 < box.x0 - BEYOND * size || x1 > box.x1 + BEYOND * size)) return false;
  let covered = 0;
  let end = box.x0;
  for (const { x0, x1 } of rules.toSorted((a, b) => a.x0 - b.x0)) {
    const [from, to] = [Math.max(x0, end), Math.min(x1, box.x1)];
    covered += Math.max(0, to - from);
    end = Math.max(end, to);
  }
  return covered > UNDERLINED_SHARE * (box.x1 - box.x0);
}
