/**
 * The figures of a shelf as metadata.json lists them. A caption proves its figure; what is drawn above it is found where it
 * is a picture or made of lines, and only then the figure has a box.
 */
import { plainText } from '../markdown/text.js';
import type { CaptionBlock, FigureBlock } from '../block-model.js';
import type { Box } from '../model.js';
import { entriesFor, type PageSizes } from './source-map.js';

export interface FigureEntry {
  /** The content file, and the line of the figure's labels in it, or of its caption, counted from 1. */
  file: string;
  line: number;
  page: number;
  /** In parts of the page; null where only the caption was found. */
  box: [number, number, number, number] | null;
  caption: string | null;
}

/** A figure, or the caption of one, where it was written. A figure without labels has the line after which it stands. */
export interface WrittenFigure {
  file: string;
  line: number;
  block: FigureBlock | CaptionBlock;
}

/** A document of more figures is made by a program, and its metadata has to be read. */
export const MOST_FIGURES = 1_000;
/** A caption is a sentence or two; in letters. */
const LONGEST_CAPTION = 1_000;
/** Points: how far the caption may begin above the lower edge of its figure, as `FIGURE` sees it. */
const OVERLAP = 4;

type Written<B> = WrittenFigure & { block: B };

const isCaption = (one: WrittenFigure): one is Written<CaptionBlock> => one.block.kind === 'caption';
const isFigure = (one: WrittenFigure): one is Written<FigureBlock> => one.block.kind === 'figure';

/** The figures in the order in which they were written, each with the caption below it. */
export function listFigures(written: readonly WrittenFigure[], pageSizes: PageSizes): FigureEntry[] {
  const captions = new Set(written.filter(isCaption));
  const captionOf = new Map<WrittenFigure, Written<CaptionBlock>>();
  for (const figure of written.filter(isFigure)) {
    const caption = closestBelow(figure, captions);
    if (!caption) continue;
    captions.delete(caption);
    captionOf.set(figure, caption);
  }
  const entries = written.flatMap((one): FigureEntry[] => {
    if (isFigure(one)) return entryOfFigure(one, captionOf.get(one), pageSizes);
    return isCaption(one) && captions.has(one) ? entryOfCaption(one) : [];
  });
  return entries.slice(0, MOST_FIGURES);
}

function closestBelow(figure: Written<FigureBlock>, captions: Iterable<Written<CaptionBlock>>) {
  const [at] = figure.block.source;
  let best: { caption: Written<CaptionBlock>; gap: number } | null = null;
  for (const caption of captions) {
    const [below] = caption.block.source;
    if (!at || below?.page !== at.page || caption.file !== figure.file) continue;
    const gap = below.box.y0 - at.box.y1;
    if (gap < -OVERLAP || !isAbove(at.box, below.box)) continue;
    if (!best || gap < best.gap) best = { caption, gap };
  }
  return best?.caption ?? null;
}

const isAbove = (figure: Box, caption: Box): boolean => figure.x0 < caption.x1 && caption.x0 < figure.x1;

function entryOfFigure(
  { file, line, block }: Written<FigureBlock>,
  caption: Written<CaptionBlock> | undefined,
  pageSizes: PageSizes,
): FigureEntry[] {
  const at = block.labels.trim() === '' && caption ? caption.line : line;
  const [place] = entriesFor({ path: file, startLine: at, endLine: at }, block.source, pageSizes);
  if (!place) return caption ? entryOfCaption(caption) : [];
  return [{ file, line: at, page: place.page, box: place.box, caption: caption ? textOf(caption) : null }];
}

function entryOfCaption(caption: Written<CaptionBlock>): FigureEntry[] {
  const [source] = caption.block.source;
  if (!source) return [];
  return [{ file: caption.file, line: caption.line, page: source.page, box: null, caption: textOf(caption) }];
}

const textOf = ({ block }: Written<CaptionBlock>): string =>
  plainText(block.spans).slice(0, LONGEST_CAPTION).toWellFormed();
