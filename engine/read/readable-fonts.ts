/**
 * The text of fonts that do not give their characters: inferred where its codes are characters moved by a constant
 * (shifted-codes.ts), left out else, since it would read as garbage.
 */
import type { FontStyle, ParsedRun, UnknownGlyphs } from '../model.js';
import { decide } from '../rules.js';
import type { RunFont } from './glyphs.js';
import { shiftsOf, unshifted } from './shifted-codes.js';
import { FONT_TEXT, type GlyphTally } from './unmapped.js';

/** The fonts of a page. */
export interface FontTable {
  fonts: FontStyle[];
  /** Indexes of composite fonts. */
  composite: Set<number>;
  /** Indexes of fonts whose codes have no known meaning but by a map to Unicode, which they may not have. */
  ownCodes: Set<number>;
  byId: Map<string, RunFont>;
}

interface ReadableText {
  runs: ParsedRun[];
  unknown: UnknownGlyphs[];
  /** Share of the page's glyphs that were left out. */
  unmappedShare: number;
  /** Words of two different characters or more that were left out: icons and bullets stand alone, or are repeated. */
  lostWords: number;
}

const hasWord = ({ text }: ParsedRun): boolean => new Set(text.replaceAll(/\s/gu, '')).size > 1;

/** @param unknown glyphs of all fonts whose characters are to be made out later. */
export function withReadableFonts(
  runs: ParsedRun[],
  { table, unknown }: { table: FontTable; unknown: UnknownGlyphs[] },
  page: number,
): ReadableText {
  // all styles of a font have one tally
  const fonts = [...Map.groupBy(table.byId.values(), ({ tally }) => tally)].map(([tally, styles]) => {
    const indexes = new Set(styles.map(({ index }) => index));
    const textOf = (): string[] => runs.filter(({ font }) => indexes.has(font)).map(({ text }) => text);
    return { tally, indexes, textOf, name: table.fonts[styles[0]!.index]!.name };
  });
  const bad = fonts.filter(({ tally, indexes, textOf, name }) => {
    const [index] = indexes;
    const own = { composite: table.composite.has(index!), ownCodes: table.ownCodes.has(index!) };
    return decide(FONT_TEXT, { page, name, tally, ...own, words: textOf }) === 'unmapped';
  });
  if (bad.length === 0) return { runs, unknown, unmappedShare: 0, lostWords: 0 };
  const shifts = shiftsOf(
    bad.map(({ tally, name, textOf }) => ({ font: tally, name, texts: textOf() })),
    page,
  );
  const readable = new Map(
    [...shifts].map(([tally, shift]) => {
      const widthOf = widthsOf(tally);
      return [tally, (run: ParsedRun) => unshifted(run, shift, widthOf)];
    }),
  );
  const lost = bad.filter(({ tally }) => !shifts.has(tally));
  const settled = new Map(bad.flatMap((font) => [...font.indexes].map((index) => [index, font.tally] as const)));
  const glyphsIn = (some: readonly { tally: GlyphTally }[]): number =>
    some.reduce((sum, { tally }) => sum + tally.glyphs, 0);
  const lostIndexes = new Set(lost.flatMap(({ indexes }) => [...indexes]));
  return {
    runs: runs.flatMap((run) => {
      const tally = settled.get(run.font);
      return tally ? (readable.get(tally)?.(run) ?? []) : [run];
    }),
    unknown: unknown.filter((one) => !one.fonts.every((index) => settled.has(index))),
    unmappedShare: glyphsIn(lost) / glyphsIn(fonts),
    lostWords: runs.filter((run) => lostIndexes.has(run.font) && hasWord(run)).length,
  };
}

/** Widths of glyphs by their codes as text: those that a map gives them, else those in the font. */
function widthsOf({ kinds }: GlyphTally): (code: number) => number {
  const mapped = new Map([...kinds.values()].map(({ text, width }) => [text.codePointAt(0), width]));
  return (code) => mapped.get(code) ?? kinds.get(code)?.width ?? 0;
}
