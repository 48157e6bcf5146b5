/**
 * Signs of code that TeX's old typewriter fonts have not: braces, "<", ">", "|" and "\" are set in a font of mathematics,
 * so that the line of a listing that has little else, such as a closing brace, would be none of it.
 */
import { BASELINE_SHARE, isSameSize } from '../measures.js';
import type { FontStyle, ParsedPage, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';

const SIGNS = /^[{}<>|\\]{1,3}$/u;
/** In font sizes: how far away the next line of a listing is at most, a blank line between them included. */
const NEXT_LINE = 2.6;
/** Runs of a line of code, and in points the size of its type, at most: a page with more is a drawing made of such signs. */
const MOST_IN_LINE = 300;
const LARGEST = 100;
/** In widths of a letter: how far off the grid of the listing's characters a sign alone begins. */
const OFF_GRID = 0.15;

export interface SignAmongRuns {
  page: number;
  sign: ParsedRun;
  /** The other runs on its baseline that are no such signs, and, where there are none, the lines right above and below it. */
  row: readonly ParsedRun[];
  near: readonly (readonly ParsedRun[])[];
  isMono: (run: ParsedRun) => boolean;
}

export const SIGN_OF_CODE: DecisionTable<SignAmongRuns, 'code' | 'other'> = {
  name: 'sign-of-code',
  rules: [
    {
      name: 'row-of-code',
      why: 'All else on its baseline is typewriter type of its size.',
      test: ({ sign, row, isMono }) =>
        row.length > 0 && row.every((run) => isMono(run) && isSameSize(run.size, sign.size)) ? 'code' : null,
    },
    {
      name: 'among-other-text',
      why: 'Beside other text it is a sign of mathematics, or of a text that has words in typewriter type.',
      test: ({ row }) => (row.length > 0 ? 'other' : null),
    },
    {
      name: 'alone-on-the-grid',
      why: 'A line of its own keeps the grid of characters of a line of typewriter type right above or below it.',
      test: ({ sign, near, isMono }) =>
        near.some((line) => line.every(isMono) && line.some((run) => isOnGrid(sign, run))) ? 'code' : null,
    },
  ],
  otherwise: 'other',
  subject: ({ page, sign }) => ({ page, box: sign.box, text: sign.text }),
  numbers: ({ row, near }) => ({ inRow: row.length, near: near.length }),
};

function isOnGrid(sign: ParsedRun, { text, box, size }: ParsedRun): boolean {
  const columns = (sign.box.x0 - box.x0) / ((box.x1 - box.x0) / text.length);
  return isSameSize(size, sign.size) && Math.abs(columns - Math.round(columns)) < OFF_GRID;
}

/** The pages, signs of code in the typewriter type that they stand in. */
export const withSignsOfCode = (pages: readonly ParsedPage[]): readonly ParsedPage[] => pages.map(signsOfPage);

function signsOfPage(page: ParsedPage): ParsedPage {
  const { fonts, runs, number } = page;
  const isMono = ({ font }: ParsedRun): boolean => fonts[font]?.mono === true;
  const isSign = (run: ParsedRun): boolean => SIGNS.test(run.text) && run.rotation === 0 && isPlain(fonts[run.font]);
  if (!runs.some(isMono) || !runs.some(isSign)) return page;
  const lines = Map.groupBy(
    runs.filter((run) => run.text.trim() !== '' && !isSign(run)),
    ({ baseline }) => Math.round(baseline),
  );
  const changed = runs.map((sign) => {
    if (!isSign(sign)) return sign;
    const row = linesAt(lines, sign, BASELINE_SHARE).flat();
    const near = row.length > 0 ? [] : linesAt(lines, sign, NEXT_LINE);
    if (decide(SIGN_OF_CODE, { page: number, sign, row, near, isMono }) === 'other') return sign;
    return { ...sign, font: [...row, ...near.flat()].find(isMono)!.font };
  });
  return { ...page, runs: changed };
}

/** Signs in bold type are set so by the text itself, and so are those of listings in typewriter type. */
const isPlain = (font: FontStyle | undefined): boolean => font !== undefined && !font.mono && !font.bold;

/** The lines whose baselines are no further than `reach` font sizes from that of the sign. */
function linesAt(
  lines: ReadonlyMap<number, readonly ParsedRun[]>,
  { baseline, size }: ParsedRun,
  reach: number,
): (readonly ParsedRun[])[] {
  const found: (readonly ParsedRun[])[] = [];
  const far = reach * Math.min(size, LARGEST);
  for (let y = Math.round(baseline - far); y <= Math.round(baseline + far); y++) {
    const line = lines.get(y);
    if (line && line.length <= MOST_IN_LINE) found.push(line);
  }
  return found;
}
