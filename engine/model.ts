/**
 * What the engine begins with: pages as they are read. All of it is plain JSON, as is what the stages hand to each other
 * (pipeline.ts): each can lie in a file or the object store between two processes. The blocks that it is after are described
 * in block-model.ts, what is made by one stage alone in `engine/<stage>/`, the files of a shelf in shelf.ts.
 */
import type { PageTags } from './tag-model.js';

/** Random access to the bytes of a PDF, so that a large file never has to be in memory as a whole. */
export interface ByteSource {
  sizeBytes: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A rectangle in PDF points with the origin at the top left of the page as displayed (its rotation applied), y down. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A font as far as layout cares for it. */
export interface FontStyle {
  name: string;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  serif: boolean;
}

/** A page as pixels: 0 is black, 255 white; rows from the top. */
export interface Bitmap {
  width: number;
  height: number;
  grey: Uint8Array;
  /** Pixels per point. */
  scale: number;
}

/**
 * A word, or a part of one, in one font, as it was read. Runs never hold white space: it is put between them, where `space`
 * says so or the gap is wide enough.
 */
export interface ParsedRun {
  text: string;
  /** A space character was drawn between the run before and this one. */
  space?: boolean;
  box: Box;
  /** y of the baseline, in the same system as `box`. */
  baseline: number;
  /** Font size in points as displayed. */
  size: number;
  /** Index into the page's `fonts`. */
  font: number;
  /** Clockwise degrees of the writing direction on the page as displayed: 0, 90, 180, 270, or any other for slanted text. */
  rotation: number;
  /** `#rrggbb`, left out for black. */
  color?: string;
  /** Text that is not painted (render mode 3, or clipped away): an OCR layer, or something hidden. */
  invisible?: boolean;
  /** Of the text layer of a scan or of drawn letters, on a page that paints text too: it counts as painted. */
  layer?: true;
  /** Invisible although it is painted, as under an area, in white, tiny or off the page: no layer of a scan. */
  covered?: true;
  /**
   * A picture was painted over it, it may be lost on what it stands on, or its letters may be drawn as shapes: whether it is
   * seen has to be looked at.
   */
  pictured?: true;
  /** Recognised with so little confidence that the word is as likely wrong: it stays text, and is taken for nothing more. */
  doubtful?: true;
  /** Marked-content id in a tagged page; `artifact` for what its tags call page furniture. */
  mcid?: number;
  artifact?: boolean;
  /** Its place among the page's runs; known where the page was read back from a file. */
  id?: number;
}

/** A run of a page that is laid out. */
export interface TextRun extends ParsedRun {
  /** Unique on its page; later stages name runs by it. */
  id: number;
  /** A line goes through its middle: its author, or a reader's mark, has deleted it. */
  struck?: true;
}

/** A straight line or the side of a filled thin rectangle: what rules tables and boxes. */
export interface Rule {
  box: Box;
  orientation: 'horizontal' | 'vertical';
}

export interface PageLink {
  box: Box;
  url?: string;
  /** Target page, counted from 1, of a link inside the document. */
  page?: number;
  /** y of the target on its page, as in `Box`, where the link says it and that page has the size of this one. */
  y?: number;
}

/** Glyphs of a font whose characters it does not tell, though it tells those of most: ligatures, as a rule. */
export interface UnknownGlyphs {
  /** The font's name, and the indexes into the page's `fonts` that it has, one for each style. */
  font: string;
  fonts: number[];
  /** A font of Type 3, whose glyphs are drawings: of TeX's bitmaps the codes say more than the names. */
  drawn?: true;
  /** The placeholder that stands for the glyph in the runs, its code as text where that may be its character, its width in ems. */
  signs: { sign: string; text: string; width: number }[];
  /** Widths of single letters in ems. */
  widths: Record<string, number>;
}

/** A page as it was read, before anything is concluded from it. */
export interface ParsedPage {
  /** Counted from 1. */
  number: number;
  /** Size as displayed, in points. */
  width: number;
  height: number;
  fonts: FontStyle[];
  /** In the order in which they are painted. */
  runs: ParsedRun[];
  rules: Rule[];
  /** Filled areas that are no lines (shading behind code or table heads). */
  fills: Box[];
  images: Box[];
  /** Small painted shapes, about as high as wide: bullets that are drawn. */
  dots?: Box[];
  /** Painted lines that are sloped or curved: parts of drawings. */
  drawings?: Box[];
  links: PageLink[];
  /** Glyphs that the text has placeholders in a private plane for. */
  unknown?: UnknownGlyphs[];
  /** Words that are most likely not what is printed, the first few: letters were lost, or a font's characters are mixed up. */
  garbled?: string[];
  /** Number of words left out because their font does not tell its characters, where most of the page is read. */
  lostWords?: number;
  /** Number of words left out because no reader of the page sees them and they are not the layer of a scan. */
  hiddenWords?: number;
  /** Beside text of its own the page has that of a scan's layer. */
  mixed?: true;
  /** Of a tagged page: what its tags say, right or wrong. */
  tags?: PageTags;
  /** Set when the page could not be read, or in part only: why. Such a page costs itself, not the document. */
  degraded?: 'page_error' | 'page_timeout' | 'page_memory' | 'too_much_text' | 'unmapped_text';
  /** The page shows text that only its picture has: why. Of `covered_text` it is, or was, whether pictures or drawn letters show words. */
  needsRecognition?: 'no_text' | 'unmapped_text' | 'unreadable_layer' | 'covered_text';
  /** The text was recognised from the page's picture: mean confidence from 0 to 100, and how askew the picture was. */
  recognised?: {
    confidence: number;
    /** Clockwise degrees that the picture's lines had; the page's boxes lie as if they were level. */
    skew: number;
  };
  /** The page was not tried: too many before it were lost for the same cause. */
  untried?: true;
}

/** A page as it is laid out: upright and in reading direction, its runs with ids. */
export interface Page extends ParsedPage {
  runs: TextRun[];
}

export interface Bookmark {
  title: string;
  /** Counted from 1; null when the target is broken. */
  page: number | null;
  /** y of the target on its page, as in `Box`, where the bookmark says it. */
  y: number | null;
  children: Bookmark[];
}

/** What holds for the document as a whole. */
export interface DocumentInfo {
  pageCount: number;
  title: string | null;
  authors: string[];
  language: string | null;
  bookmarks: Bookmark[];
  /** Printed page labels ("xii"), one a page; null when the file has none. */
  pageLabels: string[] | null;
  tagged: boolean;
}
