/** Monospaced or bold type throughout says nothing about single words: it counts as plain. */
import type { ParsedPage } from '../model.js';

/** Share of the letters from which a style is the document's own and marks nothing. */
const COMMON_SHARE = 0.6;

/** The pages as if a style of most of the document were plain. */
export function withoutCommonStyle(pages: readonly ParsedPage[]): readonly ParsedPage[] {
  const letters = { all: 0, mono: 0, bold: 0 };
  for (const { runs, fonts } of pages) {
    for (const { text, font } of runs) {
      letters.all += text.length;
      if (fonts[font]?.mono) letters.mono += text.length;
      if (fonts[font]?.bold) letters.bold += text.length;
    }
  }
  const plain = {
    ...(letters.mono > COMMON_SHARE * letters.all ? { mono: false } : {}),
    ...(letters.bold > COMMON_SHARE * letters.all ? { bold: false } : {}),
  };
  if (Object.keys(plain).length === 0) return pages;
  return pages.map((page) => ({ ...page, fonts: page.fonts.map((font) => ({ ...font, ...plain })) }));
}
