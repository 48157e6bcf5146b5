/**
 * Pages whose text runs from right to left are laid out as their mirror image, so that all rules about columns, indents and
 * line ends hold for them as they are. Within a row, words that run against the page keep their order, but not past a ruling:
 * the amounts in neighbouring cells of a table are no phrase, however near each other they are.
 */
import { isRightToLeft, mirrored } from '../text/bidi.js';
import type { Box, Page, TextRun } from '../model.js';

/** Share of a page's letters from which it runs from right to left. */
const SHARE = 0.5;
/** Gap, in fractions of the font size, that ends a row of words that run against the page. */
const GAP = 1.5;

/** In points: baselines of one row of words differ by less. */
const SAME_BASELINE = 0.5;

const mirrorBox = (box: Box, width: number): Box => ({ ...box, x0: width - box.x1, x1: width - box.x0 });

/** Numbers run from left to right in all scripts: a page of them is laid out as its words are. */
const lettersIn = (runs: readonly { text: string }[]): number =>
  runs.reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0);

/** Most letters of the page are those of words that run from right to left. */
export function isFromRight({ runs }: { runs: readonly { text: string }[] }): boolean {
  const against = runs.filter(({ text }) => isRightToLeft(text));
  return against.length > 0 && lettersIn(against) > SHARE * lettersIn(runs);
}

/** The page in the order of reading, and whether it is the mirror image of the one displayed. */
export function readingPage(page: Page): { page: Page; mirrored: boolean } {
  if (!page.runs.some(({ text }) => isRightToLeft(text))) return { page, mirrored: false };
  const isMirrored = isFromRight(page);
  const whole = isMirrored ? mirrorPage(page) : page;
  const isAgainst = ({ text }: TextRun): boolean =>
    isMirrored ? /[\p{L}\p{Nd}]/u.test(text) && !isRightToLeft(text) : isRightToLeft(text);
  return { page: { ...whole, runs: turnRows(whole, isAgainst) }, mirrored: isMirrored };
}

function mirrorPage(page: Page): Page {
  const box = (one: Box): Box => mirrorBox(one, page.width);
  return {
    ...page,
    runs: mirrorRuns(page.runs, 0, page.width),
    rules: page.rules.map((rule) => ({ ...rule, box: box(rule.box) })),
    fills: page.fills.map(box),
    images: page.images.map(box),
    ...(page.dots ? { dots: page.dots.map(box) } : {}),
    links: page.links.map((link) => ({ ...link, box: box(link.box) })),
  };
}

/** Runs mirrored between two edges. The space before a run comes to stand before the one that was drawn before it. */
function mirrorRuns(runs: readonly TextRun[], from: number, to: number): TextRun[] {
  return runs.map((run, i) => {
    const { space: _, ...rest } = run;
    const next = runs[i + 1];
    const spaced = next !== undefined && next.space === true && next.box.x0 > run.box.x0;
    const text = /[\p{L}\p{Nd}]/u.test(run.text) ? run.text : mirrored(run.text);
    return { ...rest, text, box: mirrorBox(run.box, from + to), ...(spaced ? { space: true } : {}) };
  });
}

/** Whether a vertical ruling separates two words of a row: it passes both at half their height, and stands between their middles. */
function isWallBetween(wall: Box, left: Box, right: Box): boolean {
  const at = (wall.x0 + wall.x1) / 2;
  const middles = [left, right].map(({ y0, y1 }) => (y0 + y1) / 2);
  return (
    at > (left.x0 + left.x1) / 2 &&
    at < (right.x0 + right.x1) / 2 &&
    middles.every((middle) => wall.y0 < middle && wall.y1 > middle)
  );
}

/** Mirrors, in each row, the words that follow each other and run against the page. */
function turnRows({ runs, rules }: Page, isAgainst: (run: TextRun) => boolean): TextRun[] {
  const walls = rules.filter(({ orientation }) => orientation === 'vertical').map(({ box }) => box);
  const sorted = runs.filter(isAgainst).sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0);
  const others = runs.filter((run) => !isAgainst(run) && /[\p{L}\p{Nd}]/u.test(run.text));
  const rows = Map.groupBy(others, ({ baseline }) => Math.round(baseline));
  const separated = (a: TextRun, b: TextRun): boolean =>
    (rows.get(Math.round(a.baseline)) ?? []).some(({ box }) => box.x0 >= a.box.x1 - 1 && box.x1 <= b.box.x0 + 1) ||
    walls.some((wall) => isWallBetween(wall, a.box, b.box));
  const turned = new Map<TextRun, TextRun>();
  for (let i = 0; i < sorted.length; i++) {
    let end = i + 1;
    for (; end < sorted.length; end++) {
      const [a, b] = [sorted[end - 1]!, sorted[end]!];
      if (Math.abs(a.baseline - b.baseline) > SAME_BASELINE || b.box.x0 - a.box.x1 > GAP * a.size || separated(a, b))
        break;
    }
    const row = sorted.slice(i, end);
    const from = row[0]!.box.x0;
    const to = row.reduce((most, { box }) => Math.max(most, box.x1), from);
    if (row.length > 1) {
      const flags = row.map(({ space }) => space === true);
      row.forEach((run, at) => {
        const { space: _, ...rest } = run;
        // the first of the row in its new order takes the space before the row, the others those between
        const spaced = at === row.length - 1 ? flags[0] : true;
        turned.set(run, { ...rest, box: mirrorBox(run.box, from + to), ...(spaced ? { space: true } : {}) });
      });
    }
    i = end - 1;
  }
  return runs.map((run) => turned.get(run) ?? run);
}
