/**
 * Monospaced or bold type throughout says nothing about single words: it counts as plain. Pages of a program, as browsers and
 * editors print them, stay what they are.
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
  return pages.map((page) => ({ ...page, fonts: page.fonts.map((font) => ({ ...font, ...off })) }));
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
