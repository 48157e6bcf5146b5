/**
 * Footnotes: text at a column's foot, in smaller type than the body's, that begins with the mark of a note. The mark alone
 * proves nothing, since items of a list have numbers too; the rules below say what must come with it. Notes in the size of
 * the body are all below the line that separates them from the text.
 */
import { SMALLER_THAN_BODY } from '../measures.js';
import type { ParsedPage } from '../model.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';
import { beginsLowerCase } from '../text-rules.js';
import type { Line } from '../text/line.js';
import { scriptOf } from '../text/scripts.js';
import type { LineGroup } from './line-groups.js';
import { startsNote } from './line-starts.js';

/** In font sizes: a line that separates the notes from the text is drawn no higher above the first note than this. */
const RULE_ABOVE = 1.5;
/** In points: as much as such a line may reach into the note's own height. */
const RULE_OVERLAP = 2;
/** In font sizes: such a line begins near the note's left edge. */
const RULE_ALIGNED = 2;

/** In body sizes: what is larger heads something and is no note. */
const LARGEST_NOTE = 1.02;

/** A unit or variable of one or two letters, also right behind its number: a number that is raised behind it is its exponent. */
const WITH_EXPONENT = /(?:^|\P{L})\p{L}{1,2}$/u;

/** A mark that is raised within a line. */
export interface RaisedMark {
  baseline: number;
  isExponent: boolean;
}

export interface NotePlace {
  group: LineGroup;
  /** In type that is hardly smaller than the body's. */
  inBodySize: boolean;
  page: ParsedPage;
  /** The raised marks in the page's text, by their texts. */
  references: ReadonlyMap<string, readonly RaisedMark[]>;
  /** The last note before has not come to an end. */
  isOpen: boolean;
  /** It is an item of a list whose numbers are for the most part not raised in the page's text. */
  isOfReferences: boolean;
}

type Verdict = 'footnote' | 'refused';

const footnote = (condition: boolean): Verdict | null => (condition ? 'footnote' : null);

const RULES: readonly Rule<NotePlace, Verdict>[] = [
  {
    name: 'size-of-the-text',
    why: 'In the size of the text a number may be that of an item: the mark of a note is raised in the text, and is raised or a symbol at the note too, or a number without stop or bracket that refers from above and is no exponent.',
    test: (place) => (place.inBodySize && !isReferredTo(place) ? 'refused' : null),
  },
  {
    name: 'rest-of-note',
    why: 'Below a drawn line at the foot of a column, text without a mark is the rest of a note that was cut.',
    test: ({ group, page, isOpen }) =>
      footnote(isOpen && markOf(group) === null && group.marker === null && hasRulingAbove(group, page)),
  },
  {
    name: 'rest-of-sentence',
    why: 'Where no line is drawn, small type that begins within a sentence is the rest of the note that was cut within one.',
    test: ({ group, isOpen }) =>
      footnote(isOpen && markOf(group) === null && beginsLowerCase(group.lines[0]?.text ?? '')),
  },
  {
    name: 'no-mark',
    why: 'A note begins with its mark.',
    test: ({ group }) => (markOf(group) === null ? 'refused' : null),
  },
  {
    name: 'raised-mark',
    why: 'A raised mark opens a note.',
    test: ({ group }) => footnote(startsNoteAt(group)),
  },
  {
    name: 'line-above',
    why: 'A drawn line close above separates the notes from the text.',
    test: ({ group, page }) => footnote(hasRulingAbove(group, page)),
  },
  {
    name: 'mark-alone',
    why: 'A number or symbol without a text is the limit of an integral, a prime or the mark of an axis.',
    test: ({ group: { lines } }) =>
      lines.length === 1 && lines[0]!.runs.length === 1 && isMarkAlone(lines[0]!) ? 'refused' : null,
  },
  {
    name: 'one-of-the-references',
    why: 'A list of references may begin at the foot of a column: hardly any text cites most of it on one page, and exponents are raised, too.',
    test: ({ isOfReferences }) => (isOfReferences ? 'refused' : null),
  },
  {
    name: 'mark-in-text',
    why: "The same mark is raised in the page's text: it refers to this note.",
    test: ({ group, references }) => footnote(references.has(markOf(group) ?? '')),
  },
];

export const FOOTNOTE: DecisionTable<NotePlace, Verdict> = {
  name: 'footnote',
  rules: RULES,
  otherwise: 'refused',
  subject: ({ group: { lines } }) => lines[0]!,
  numbers: ({ group: { lines }, references }) => ({ size: lines[0]!.size, marksInText: references.size }),
};

/** Index of the first footnote among the groups of a column: notes are the last of them. */
export function footnoteStart(
  groups: readonly LineGroup[],
  { bodySize, ...place }: Omit<NotePlace, 'group' | 'inBodySize' | 'isOfReferences'> & { bodySize: number },
): number {
  const listed = itemsOfReferences(groups, place.references);
  let start = groups.length;
  for (let i = groups.length - 1; i >= 0; i--) {
    const group = groups[i]!;
    const size = group.lines[0]?.size ?? 0;
    if (group.lines.some((line) => line.blocks) || size > LARGEST_NOTE * bodySize) break;
    const inBodySize = size > SMALLER_THAN_BODY * bodySize;
    const isNote = decide(FOOTNOTE, { group, inBodySize, isOfReferences: listed.has(group), ...place }) === 'footnote';
    if (inBodySize && !isNote) break;
    if (isNote && (!inBodySize || hasRulingAbove(group, place.page))) start = i;
  }
  return start;
}

/** Items of a list of references, and the share of them that may be raised in the text of its page. */
const LEAST_ITEMS = 5;
const REFERRED_SHARE = 0.5;

/** The groups whose numbers are set as those of items and count on, where few of them are raised in the page's text. */
function itemsOfReferences(groups: readonly LineGroup[], references: NotePlace['references']): ReadonlySet<LineGroup> {
  const found = new Set<LineGroup>();
  let series: LineGroup[] = [];
  const end = (): void => {
    const referred = series.filter(({ marker }) => references.has(String(marker!.value)));
    if (series.length >= LEAST_ITEMS && referred.length <= REFERRED_SHARE * series.length)
      for (const group of series) found.add(group);
    series = [];
  };
  for (const group of groups) {
    const { marker } = group;
    const isItem = marker?.kind === 'decimal' && !startsNoteAt(group);
    if (!isItem || (series.length > 0 && marker.value !== series.at(-1)!.marker!.value + 1)) end();
    if (isItem) series.push(group);
  }
  end();
  return found;
}

/** The raised marks within lines, by their texts. */
export function raisedMarks(lines: readonly Line[]): Map<string, RaisedMark[]> {
  const marks = new Map<string, RaisedMark[]>();
  for (const line of lines) {
    for (const [i, run] of line.runs.entries()) {
      if (i === 0 || scriptOf(line, run) !== 'super') continue;
      const mark = { baseline: line.baseline, isExponent: WITH_EXPONENT.test(line.runs[i - 1]!.text) };
      const same = marks.get(run.text);
      if (same) same.push(mark);
      else marks.set(run.text, [mark]);
    }
  }
  return marks;
}

/** Whether a mark in the page's text refers to the group, which is set as large as that text. */
function isReferredTo({ group, references }: NotePlace): boolean {
  const found = references.get(markOf(group) ?? '') ?? [];
  const [first] = group.lines;
  const text = first?.runs[0]?.text ?? '';
  if (!first || found.length === 0) return false;
  if (startsNoteAt(group) || /^[*†‡§¶‖]/u.test(text)) return true;
  return /^\d+$/u.test(text) && found.some(({ baseline, isExponent }) => !isExponent && baseline < first.baseline);
}

/** The note's mark as printed. */
export function markOf(group: Pick<LineGroup, 'lines'>): string | null {
  const first = group.lines[0]?.runs[0]?.text ?? '';
  const mark = /^([\d]{1,3}|[*†‡§¶‖]+)[.)]?$/u.exec(first)?.[1] ?? /^([*†‡§¶‖]+)/u.exec(first)?.[1] ?? null;
  if (mark !== null) return mark;
  return startsNoteAt(group) ? first : null;
}

const isMarkAlone = ({ text }: Line): boolean => !/[\s\p{L}]/u.test(text);

function startsNoteAt({ lines }: Pick<LineGroup, 'lines'>): boolean {
  return lines[0] !== undefined && startsNote(lines[0]);
}

/** A horizontal line is drawn close above, with no text between. */
function hasRulingAbove({ lines: [line] }: Pick<LineGroup, 'lines'>, page: ParsedPage): boolean {
  if (!line) return false;
  return page.rules.some(
    ({ orientation, box }) =>
      orientation === 'horizontal' &&
      box.y1 <= line.box.y0 + RULE_OVERLAP &&
      box.y0 > line.box.y0 - RULE_ABOVE * line.size &&
      Math.abs(box.x0 - line.box.x0) < RULE_ALIGNED * line.size,
  );
}
