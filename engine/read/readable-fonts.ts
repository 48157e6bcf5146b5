/**
 * The text of fonts that do not give their characters: inferred where its codes are characters moved by a constant
 * (shifted-codes.ts), left out else, since it would read as garbage.
 */
import type { FontStyle, ParsedRun, UnknownGlyphs } from '../model.js';
import { decide } from '../rules.js';
import type { RunFont } from './glyphs.js';
import { shiftsOf, unshifted } from './shifted-codes.js';
import { BULLET, FONT_TEXT, type GlyphTally } from './unmapped.js';

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
  /** Words that were left out and that the page shows. */
  lostWords: number;
}

/** Different characters of a word, and of one word at least of a font that sets words: icons stand alone, or two by two. */
const IN_WORD = 2;
const IN_LONGEST = 3;
/** What a map gives for each character that it does not know. */
const REPLACEMENT = '\ufffd';

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
    return { tally, indexes, textOf, drawn: styles[0]!.drawn, name: table.fonts[styles[0]!.index]!.name };
  });
  const verdicts = Map.groupBy(fonts, ({ tally, indexes, drawn, textOf, name }) => {
    const [index] = indexes;
    const own = { composite: table.composite.has(index!), drawn, ownCodes: table.ownCodes.has(index!) };
    return decide(FONT_TEXT, { page, name, tally, ...own, words: textOf });
  });
  const bad = verdicts.get('unmapped') ?? [];
  const bullets = verdicts.get('bullets') ?? [];
  if (bad.length + bullets.length === 0) return { runs, unknown, unmappedShare: 0, lostWords: 0 };
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
  for (const { tally } of bullets)
    readable.set(tally, (run) => [{ ...run, text: BULLET.repeat(Math.max(1, Array.from(run.text).length)) }]);
  const lost = bad.filter(({ tally }) => !shifts.has(tally));
  const settled = new Map(
    [...bad, ...bullets].flatMap((font) => [...font.indexes].map((index) => [index, font.tally] as const)),
  );
  const glyphsIn = (some: readonly { tally: GlyphTally }[]): number =>
    some.reduce((sum, { tally }) => sum + tally.glyphs, 0);
  return {
    runs: runs.flatMap((run) => {
      const tally = settled.get(run.font);
      return tally ? (readable.get(tally)?.(run) ?? []) : [run];
    }),
    unknown: unknown.filter((one) => !one.fonts.every((index) => settled.has(index))),
    unmappedShare: glyphsIn(lost) / glyphsIn(fonts),
    lostWords: lost.reduce((sum, font) => sum + wordsIn(runs, font), 0),
  };
}

/** Words that a font sets for readers to see: none of a layer of recognised text, and no icons. */
function wordsIn(runs: readonly ParsedRun[], { indexes, tally }: { indexes: Set<number>; tally: GlyphTally }): number {
  const shown = runs.filter(({ font, invisible }) => indexes.has(font) && invisible !== true);
  const different = shown.map(({ text }) => differentIn(text.replaceAll(/\s/gu, ''), tally));
  return different.some((count) => count >= IN_LONGEST) ? different.filter((count) => count >= IN_WORD).length : 0;
}

/** Different characters of a text. Of characters that are all replaced nobody knows: at most as many as the font has glyphs. */
function differentIn(text: string, { kinds }: GlyphTally): number {
  const characters = Array.from(text);
  const isReplaced = characters.every((character) => character === REPLACEMENT);
  return isReplaced ? Math.min(characters.length, kinds.size) : new Set(characters).size;
}

/** Widths of glyphs by their codes as text: those that a map gives them, else those in the font. */
function widthsOf({ kinds }: GlyphTally): (code: number) => number {
  const mapped = new Map([...kinds.values()].map(({ text, width }) => [text.codePointAt(0), width]));
  return (code) => mapped.get(code) ?? kinds.get(code)?.width ?? 0;
}
