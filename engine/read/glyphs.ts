/** What is gathered of a page's text: glyphs as they come, and the word that is being made of them. */
import type { Box, ParsedRun } from '../model.js';
import type { Frame } from './frame.js';
import type { GraphicsState } from './graphics-state.js';
import { PaintedWords } from './painted-words.js';
import type { FontSymbols } from './symbol-fonts.js';
import type { GlyphKind, GlyphTally } from './unmapped.js';

/** A glyph as pdf.js gives it in the operator list. */
export interface Glyph {
  unicode: string;
  width: number;
  isSpace: boolean;
  vmetric?: [number, number, number] | null;
  originalCharCode?: number;
}

/** What a glyph of a font says wherever it is shown. */
export interface KnownGlyph {
  text: string;
  showsDigit: boolean;
  kind: GlyphKind;
}

export interface RunFont {
  index: number;
  /** Index of the same font in bold. */
  readonly inBold: number;
  vertical: boolean;
  /** Glyph space to text space. */
  widthScale: number;
  /** Widest glyph met for each digit, in glyph space. */
  digits: Map<string, number>;
  tally: GlyphTally;
  /** What the glyphs say that were shown: a font has a hundred of them, and a page shows thousands. */
  known: Map<Glyph, KnownGlyph>;
  /** The font's codes have no known meaning but by a map to Unicode, which it may not have. */
  ownCodes: boolean;
  /** Composite fonts and those of Type 3: a code that is white space elsewhere is a glyph like any other. */
  codesAreGlyphs: boolean;
  /** The glyphs are drawings (Type 3). */
  drawn: boolean;
  /** The glyphs' names only count their codes, and some are a character's by chance. */
  countedNames: boolean;
  /** What the characters of a symbol font show; null for all other fonts. */
  signs: FontSymbols | null;
  /** Names of glyphs by their codes, where the file gives them. */
  names: ReadonlyMap<number, string> | null;
  /** What names spell that only fonts of this one's family have; null for all other fonts. */
  familyNames: ReadonlyMap<string, string> | null;
  /** What codes stand for in fonts of this one's name that do not name their glyphs; null for all other fonts. */
  textsByCode: ReadonlyMap<number, string> | null;
  /** Glyphs whose characters the font does not give, by the placeholders that stand for them. */
  unknown: Map<string, { text: string; width: number }>;
}

/** What holds for all glyphs of one text operator. */
export interface TextContext {
  state: GraphicsState;
  font: RunFont;
  hidden: boolean;
  mcid: number | null;
  artifact: boolean;
}

/** A character and where it lies on the page. */
export interface PlacedCharacter {
  start: [number, number];
  end: [number, number];
  frame: Frame;
  context: TextContext;
}

/** A place within a word where one glyph does not begin where the one before ends. */
export interface Seam {
  /** The word's text before it, as it was gathered. */
  text: string;
  /** x of the end of the glyph before and of the beginning of the one behind, on the page. */
  from: number;
  to: number;
}

export interface OpenRun {
  text: string;
  start: [number, number];
  end: [number, number];
  /** Unit vectors along the writing direction and up from it, on the page. */
  along: [number, number];
  up: [number, number];
  size: number;
  rise: number;
  context: TextContext;
  /** What its characters are seen in. */
  clip: Box;
  space: boolean;
  /** Characters that were shown before its first one, and up to its last one. */
  from: number;
  shownBy: number;
  /** All of it is painted in the same way, also what is painted twice. */
  uniform: boolean;
  /** Its letters are painted twice, a little aside. */
  bold?: boolean;
  /** The smallest gap between its characters; infinite for a single one. */
  narrowest: number;
  /** Where its glyphs do not adjoin; made when there is one. */
  seams: Seam[] | null;
  /** Its last character and the place of that. */
  lastText: string;
  lastPlaced: PlacedCharacter;
}

/** How a word is painted. */
export interface PaintedBy {
  state: GraphicsState;
  /** Characters that were shown before it. */
  from: number;
}

export interface RunCollector {
  runs: ParsedRun[];
  /** Characters seen, spaces included. */
  count: number;
  open: OpenRun | null;
  /** An accent that may belong to the next letter. */
  accent: { text: string; placed: PlacedCharacter } | null;
  spacePending: boolean;
  /** Against text painted twice. */
  seen: PaintedWords;
  /** For each run, how many characters were shown up to its last one, or up to that of the same word painted in its place. */
  shownBy: number[];
  /** For each run how it is painted; null where that differs within it. */
  painted: (PaintedBy | null)[];
  /** Where glyphs are that are drawings (Type 3), which may be of any size. */
  drawn: Box[];
  /** Words that their clip cuts. */
  cut: Set<ParsedRun>;
  /** Words whose characters are spaced, with the smallest gap between these, in font sizes. */
  spacing: Map<ParsedRun, number>;
  /** Words with glyphs that do not adjoin, and where. */
  seams: Map<ParsedRun, Seam[]>;
}

export function createCollector(): RunCollector {
  return {
    ...{ runs: [], count: 0, open: null, accent: null, spacePending: false, seen: new PaintedWords() },
    ...{ shownBy: [], painted: [], drawn: [], cut: new Set(), spacing: new Map(), seams: new Map() },
  };
}
