/**
 * Monospaced or bold type throughout says nothing about single words: it counts as plain. Pages of a program, as browsers and
 * editors print them, stay what they are, and so does bold type of a size whose text is not bold: that of a page beside a large
 * table in bold type.
 */
import { unionBox } from '../geometry.js';
import type { FontStyle, ParsedPage, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';

/** Share of the letters from which a style is the document's own and marks nothing. */
const COMMON_SHARE = 0.6;
/**
 * Signs that statements are made of, and their share of the characters from which the text is a program: letters, manuals and
 * tables in typewriter type have less than one in fifty, programs one in fifteen to thirty.
 */
const STATEMENT_SIGNS = /[{}<>=;_\\|#$~]/g;
const PROGRAM_SHARE = 0.03;

/** Characters of a size from which it has text of its own. */
const LEAST_TEXT = 150;

type Style = 'mono' | 'bold';

export interface StyleOfText {
  style: Style;
  /** Where the text in this style begins. */
  page: number;
  first: ParsedRun;
  /** Characters in this style, those of them that statements are made of, and characters of the document. */
  characters: number;
  signs: number;
  all: number;
}

export const COMMON_STYLE: DecisionTable<StyleOfText, 'plain' | 'marks'> = {
  name: 'common-style',
  rules: [
    {
      name: 'some-of-the-text',
      why: 'A style of less than most of the text sets it off from the rest.',
      test: ({ characters, all }) => (characters > COMMON_SHARE * all ? null : 'marks'),
    },
    {
      name: 'program',
      why: 'Typewriter type with the signs of statements everywhere is a program, whose lines stay as they are.',
      test: ({ style, signs, characters }) =>
        style === 'mono' && signs >= PROGRAM_SHARE * characters ? 'marks' : null,
    },
  ],
  otherwise: 'plain',
  subject: ({ page, first }) => ({ page, box: unionBox([first.box]), text: first.text }),
  numbers: ({ characters, signs, all }) => ({ share: characters / all, signs: signs / characters }),
};

/** The pages as if a style of most of the document were plain. */
export function withoutCommonStyle(pages: readonly ParsedPage[]): readonly ParsedPage[] {
  const plain = (['mono', 'bold'] as const).filter((style) => {
    const found = styleOfText(pages, style);
    return found !== null && decide(COMMON_STYLE, found) === 'plain';
  });
  if (plain.length === 0) return pages;
  const off: Partial<FontStyle> = Object.fromEntries(plain.map((style) => [style, false]));
  const sizes = plain.includes('bold') ? sizesOfText(pages) : new Set<number>();
  return pages.map((page) => {
    const fonts = page.fonts.map((font) => ({ ...font, ...off }));
    return sizes.size === 0 ? { ...page, fonts } : { ...page, ...withBold(page, fonts, sizes) };
  });
}

const sizeKey = ({ size }: ParsedRun): number => Math.round(2 * size);

/** Sizes whose text is not bold for the most part. The layer of a scan has sizes and faces as they were recognised. */
function sizesOfText(pages: readonly ParsedPage[]): Set<number> {
  const sizes = new Map<number, { all: number; bold: number }>();
  for (const { runs, fonts } of pages) {
    for (const run of runs) {
      if (run.invisible) continue;
      const size = sizes.get(sizeKey(run)) ?? { all: 0, bold: 0 };
      size.all += run.text.length;
      if (fonts[run.font]?.bold) size.bold += run.text.length;
      sizes.set(sizeKey(run), size);
    }
  }
  const own = [...sizes].filter(([, { all, bold }]) => all - bold >= LEAST_TEXT && bold <= (1 - COMMON_SHARE) * all);
  return new Set(own.map(([key]) => key));
}

/** The fonts with those behind them that stay bold, and the runs of the given sizes in these. */
function withBold(
  page: ParsedPage,
  fonts: readonly FontStyle[],
  sizes: ReadonlySet<number>,
): Pick<ParsedPage, 'fonts' | 'runs'> {
  const all = [...fonts];
  const bold = new Map<number, number>();
  for (const [i, font] of page.fonts.entries()) if (font.bold) bold.set(i, all.push({ ...fonts[i]!, bold: true }) - 1);
  const inBold = (run: ParsedRun): number => (sizes.has(sizeKey(run)) ? bold.get(run.font) : undefined) ?? run.font;
  return { fonts: all, runs: page.runs.map((run) => (inBold(run) === run.font ? run : { ...run, font: inBold(run) })) };
}

/** What of the text has the style; null where none has. */
function styleOfText(pages: readonly ParsedPage[], style: Style): StyleOfText | null {
  let found: StyleOfText | null = null;
  let all = 0;
  for (const { number, runs, fonts } of pages) {
    for (const run of runs) {
      all += run.text.length;
      if (!fonts[run.font]?.[style]) continue;
      found ??= { style, page: number, first: run, characters: 0, signs: 0, all: 0 };
      found.characters += run.text.length;
      if (style === 'mono') found.signs += run.text.match(STATEMENT_SIGNS)?.length ?? 0;
    }
  }
  return found && { ...found, all };
}
