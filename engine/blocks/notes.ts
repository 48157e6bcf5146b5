/**
 * Ties footnotes to their marks: the first raised mark of the same text on the note's page that no note has claimed, else on
 * the page before. A note without a mark in the text stays a footnote of its own.
 */
import type { Span } from '../model.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { markOf } from '../text-blocks/footnotes.js';

export interface Note {
  id: string;
  mark: string;
}

export interface TiedNotes {
  /** Those in whose text marks stand have the notes' ids there. */
  textBlocks: TextBlock[];
  notes: Map<TextBlock, Note>;
}

export function tieNotes(textBlocks: readonly TextBlock[]): TiedNotes {
  const notes = new Map<TextBlock, Note>();
  const marks = marksByPage(textBlocks);
  const used = new Set<string>();
  const tied = new Map<Span, string>();
  for (const textBlock of textBlocks) {
    if (textBlock.role !== 'footnote') continue;
    const mark = markOf(textBlock);
    if (mark === null) continue;
    const id = freeId(mark, used);
    notes.set(textBlock, { id, mark });
    const places = [textBlock.page, textBlock.page - 1].flatMap((page) => marks.get(page) ?? []);
    const place = places.find((candidate) => candidate.mark === mark && !tied.has(candidate.span));
    if (place) tied.set(place.span, id);
  }
  return { textBlocks: textBlocks.map((textBlock) => withMarks(textBlock, tied)), notes };
}

function withMarks(textBlock: TextBlock, tied: ReadonlyMap<Span, string>): TextBlock {
  if (!textBlock.spans.some((span) => tied.has(span))) return textBlock;
  const spans = textBlock.spans.map((span) => {
    const footnote = tied.get(span);
    return footnote === undefined ? span : { ...span, footnote };
  });
  return { ...textBlock, spans };
}

interface Place {
  mark: string;
  span: Span;
}

function marksByPage(textBlocks: readonly TextBlock[]): Map<number, Place[]> {
  const marks = new Map<number, Place[]>();
  for (const textBlock of textBlocks) {
    if (textBlock.role === 'footnote') continue;
    for (const span of textBlock.spans) {
      const mark = span.superscript ? span.text.trim() : '';
      if (mark === '' || mark.length > 4) continue;
      const place = { mark, span };
      for (const { page } of textBlock.source) {
        const list = marks.get(page);
        if (list) list.push(place);
        else marks.set(page, [place]);
      }
    }
  }
  return marks;
}

/** The mark itself where it is the first of its kind, so that ids read like the print. */
function freeId(mark: string, used: Set<string>): string {
  const base = /^[\da-z]+$/i.test(mark) ? mark : 'note';
  let id = base;
  for (let n = 2; used.has(id); n++) id = `${base}-${n}`;
  used.add(id);
  return id;
}
