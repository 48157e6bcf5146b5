/** References between a contract's clauses ("clause 10.2", "Schedule 2") as links to the file that holds the target. */
import type { Block, Span } from '../model.js';
import type { PlannedFile } from '../files/plan.js';
import { relativeLink } from '../files/paths.js';

/** A numbered unit and the block that begins it. */
export interface Target {
  kind: 'clause' | 'schedule' | 'other';
  number: string;
  block: Block;
}

const NUMBER = String.raw`(?:\d+(?:\.\d+)*(?:\s?\([a-z0-9]{1,4}\))*|[IVXLC]+\b|[A-Z]\b)`;
const WORDS = 'clauses?|articles?|sections?|schedules?|annex(?:ure)?(?:es|s)?|append(?:ix|ices)|exhibits?';
/** A word for a unit and its number, or several: "clauses 4.2 and 9.3", "Schedules 1, 2 and 3". */
const REFERENCE = new RegExp(
  String.raw`\b(${WORDS})\s+(${NUMBER}(?:(?:,\s?|\s(?:and|or|to)\s|,\s(?:and|or)\s)${NUMBER})*)`,
  'gi',
);
const EACH = new RegExp(NUMBER, 'g');
/** A statute's own articles are not this contract's: "section 3 of the Companies Act". */
const FOREIGN = /^\s+(?:of|to)\s+(?:the|that|any)\s+(?:[A-Z]|GDPR)(?!greement|ontract)/;

const isSchedule = (word: string): boolean => !/^(?:clause|article|section)/i.test(word);

/** A function that links references in spans of the file at `from`. The text stays as it was. */
export function referenceLinker(
  files: readonly PlannedFile[],
  targets: readonly Target[],
): (spans: Span[], from: string) => Span[] {
  const fileOf = new Map<Block, string>();
  for (const file of files) for (const block of file.blocks) if (!fileOf.has(block)) fileOf.set(block, file.path);
  const paths = new Map<string, string>();
  for (const { kind, number, block } of targets) {
    const path = fileOf.get(block);
    const key = `${kind} ${number}`;
    if (path !== undefined && !paths.has(key)) paths.set(key, path);
  }
  const pathOf = (word: string, number: string): string | undefined => {
    const unit = /^(?:\d+|[A-Z]+)/i.exec(number)?.[0].toUpperCase() ?? '';
    return paths.get(`${isSchedule(word) ? 'schedule' : 'clause'} ${unit}`);
  };
  return (spans, from) =>
    spans.flatMap((span) => (span.url || span.footnote || span.code ? [span] : linkSpan(span, from, pathOf)));
}

function linkSpan(span: Span, from: string, pathOf: (word: string, number: string) => string | undefined): Span[] {
  const parts: Span[] = [];
  let done = 0;
  const link = (start: number, end: number, path: string | undefined): void => {
    if (path === undefined || path === from) return;
    if (start > done) parts.push({ ...span, text: span.text.slice(done, start) });
    parts.push({ ...span, text: span.text.slice(start, end), url: relativeLink(from, path) });
    done = end;
  };
  for (const match of span.text.matchAll(REFERENCE)) {
    const [whole, word = '', numbers = ''] = match;
    if (FOREIGN.test(span.text.slice(match.index + whole.length))) continue;
    const offset = match.index + whole.length - numbers.length;
    for (const [index, each] of [...numbers.matchAll(EACH)].entries()) {
      const start = index === 0 ? match.index : offset + each.index;
      link(start, offset + each.index + each[0].length, pathOf(word, each[0]));
    }
  }
  if (done < span.text.length) parts.push({ ...span, text: span.text.slice(done) });
  return parts;
}
