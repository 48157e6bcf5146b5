/**
 * Ties footnotes to their marks. `NOTE_REFERENCE` decides which mark in the text a note belongs to; a note without one stays
 * a footnote of its own.
 */
import { textBlockSubject } from '../text-blocks/subject.js';
import type { Span } from '../block-model.js';
import { decide, type DecisionTable } from '../rules.js';
import { markOf } from '../text-blocks/footnotes.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

export interface Note {
  id: string;
  mark: string;
}

/** A raised mark in the text. */
export interface Reference {
  mark: string;
  span: Span;
}

export interface NoteEvidence {
  textBlock: TextBlock;
  /** The first raised mark of the same text that no note has claimed, on the note's page and on the page before. */
  onPage: Reference | undefined;
  onPageBefore: Reference | undefined;
}

/** Letters of a raised mark: longer raised text is an exponent or an ordinal. */
const MAX_MARK = 4;

/** A unit of length at the end of a text (words among them need a number or "per"), and its exponents in areas and volumes. */
const UNIT_OF_LENGTH = /(?:^|[\s\d(/·])(?:[kcdmnµμ]?m|Å)$|(?:\d\s?|\/|\b(?:per|sq\.?|cu\.?)\s)(?:ft|in|yd|mi)$/u;
const POWER = /^[23]$/u;

export const NOTE_REFERENCE: DecisionTable<NoteEvidence, Reference | 'untied'> = {
  name: 'note-reference',
  rules: [
    {
      name: 'mark-on-its-page',
      why: 'A note is printed at the foot of the page that its mark is on.',
      test: ({ onPage }) => onPage ?? null,
    },
    {
      name: 'mark-on-page-before',
      why: 'A note for which a page has no room is printed on the next.',
      test: ({ onPageBefore }) => onPageBefore ?? null,
    },
  ],
  otherwise: 'untied',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  verdictName: (verdict) => (verdict === 'untied' ? verdict : 'tied'),
};

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
    const freeMark = (page: number): Reference | undefined =>
      marks
        .get(page)
        ?.get(mark)
        ?.find(({ span }) => !tied.has(span));
    const { page } = textBlock;
    const verdict = decide(NOTE_REFERENCE, { textBlock, onPage: freeMark(page), onPageBefore: freeMark(page - 1) });
    if (verdict !== 'untied') tied.set(verdict.span, id);
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

/**
 * Marks that a note may belong to, by page and mark: not those of authors, which are answered by the affiliations below the
 * names, on the first page.
 */
function marksByPage(textBlocks: readonly TextBlock[]): Map<number, Map<string, Reference[]>> {
  const marks = new Map<number, Map<string, Reference[]>>();
  const firstPage = textBlocks[0]?.page;
  for (const textBlock of textBlocks) {
    if (textBlock.role === 'footnote') continue;
    const [first] = textBlock.spans;
    const answered = textBlock.page === firstPage && first ? referenceOf(first) : null;
    if (answered) marks.get(textBlock.page)?.delete(answered.mark);
    const references = textBlock.spans.flatMap((span, i) =>
      span === answered?.span || isPower(span, textBlock.spans[i - 1]) ? [] : (referenceOf(span) ?? []),
    );
    for (const { page } of textBlock.source) for (const reference of references) add(marks, page, reference);
  }
  return marks;
}

function add(marks: Map<number, Map<string, Reference[]>>, page: number, reference: Reference): void {
  const ofPage = marks.get(page) ?? new Map<string, Reference[]>();
  marks.set(page, ofPage);
  const same = ofPage.get(reference.mark);
  if (same) same.push(reference);
  else ofPage.set(reference.mark, [reference]);
}

function referenceOf(span: Span): Reference | null {
  const mark = span.superscript ? span.text.trim() : '';
  return mark === '' || mark.length > MAX_MARK ? null : { mark, span };
}

/** The exponent of a unit: "200 per m2", "9 cm3". */
const isPower = ({ text }: Span, before: Span | undefined): boolean =>
  POWER.test(text.trim()) && before !== undefined && UNIT_OF_LENGTH.test(before.text);

/** The mark itself where it is the first of its kind, so that ids read like the print. */
function freeId(mark: string, used: Set<string>): string {
  const base = /^[\da-z]+$/i.test(mark) ? mark : 'note';
  let id = base;
  for (let n = 2; used.has(id); n++) id = `${base}-${n}`;
  used.add(id);
  return id;
}
