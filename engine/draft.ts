/** From the blocks of a document to the files of its shelf. */
import type { AuditFinding } from '../contract/vocabulary.js';
import type { DocumentInfo, ParsedPage, StructuredDocument } from './model.js';
import type { Draft, StructureOptions } from './shelf.js';
import { titleOf, writeDraft } from './files/draft.js';
import { placeFootnotes } from './files/footnotes.js';
import { chooseStructure, type StructureChoice } from './templates/structure.js';

export interface DraftRequest {
  info: DocumentInfo;
  pages: readonly ParsedPage[];
  document: StructuredDocument;
  options: StructureOptions;
  /** The finest structure to try; `template` unless verification steps down. */
  finest: StructureChoice['finest'];
}

const DEGRADED: Record<NonNullable<ParsedPage['degraded']>, string> = {
  page_error: 'it is damaged',
  page_timeout: 'it took too long',
  page_memory: 'it needs too much memory',
  too_much_text: 'it holds more text than a page may, and was read in part',
  unmapped_text: 'part of its text has no characters assigned to it',
};

/** Why pages were lost whose like behind them is not tried. */
const GIVEN_UP: Partial<typeof DEGRADED> = {
  page_error: 'were damaged',
  page_timeout: 'took too long',
  page_memory: 'needed too much memory',
};

/** What was wrong with single pages. */
function pageFindings(pages: readonly ParsedPage[]): AuditFinding[] {
  return pages.flatMap(({ number, degraded, untried }): AuditFinding[] => {
    if (!degraded) return [];
    const message = untried
      ? `Page ${number} was not read: too many pages before it ${GIVEN_UP[degraded] ?? 'were lost'}.`
      : `Page ${number} could not be read completely: ${DEGRADED[degraded]}.`;
    return [{ check: 'content', severity: 'review', code: degraded, message, sourceRef: `page ${number}` }];
  });
}

export function draftOf({ info, pages, document, options, finest }: DraftRequest): Draft {
  const title = titleOf(document, info, options);
  const structure = chooseStructure({
    blocks: placeFootnotes(document.blocks),
    title,
    template: options.template,
    finest,
  });
  const pageSizes = new Map(pages.map(({ number, width, height }) => [number, { width, height }]));
  const draft = writeDraft({ info, pageSizes, document, structure, options });
  return { ...draft, findings: [...pageFindings(pages), ...draft.findings] };
}
