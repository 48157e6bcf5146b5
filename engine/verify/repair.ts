/** Text that structuring lost is put back: the lines whose words are missing, as paragraphs at the end of their page. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import type { Block, ParagraphBlock, StructuredDocument } from '../model.js';
import { oneLine, wordsOf } from '../files/text.js';
import type { ContentCheck } from './content-check.js';

/** Share of a line's words that must be missing for the line to count as lost. */
const LOST_SHARE = 0.6;

export interface Repaired {
  blocks: Block[];
  findings: AuditFinding[];
}

export function addMissingText(document: StructuredDocument, { comparison, source }: ContentCheck): Repaired {
  const missingByPage = Map.groupBy(comparison.missing, ({ page }) => page);
  const added = new Map<number, ParagraphBlock[]>();
  for (const { number, lines } of source) {
    const missing = Map.groupBy(missingByPage.get(number) ?? [], ({ line }) => line);
    const paragraphs = lostParagraphs(lines, (line) => missing.get(line)?.length ?? 0);
    if (paragraphs.length === 0) continue;
    const box = { x0: 0, y0: 0, x1: 0, y1: 0 };
    added.set(
      number,
      paragraphs.map((text) => ({ kind: 'paragraph', spans: [{ text }], source: [{ page: number, box }] })),
    );
  }
  return { blocks: insertAtPageEnds(document.blocks, added), findings: [...added.keys()].map(repairFinding) };
}

const repairFinding = (page: number): AuditFinding => ({
  check: 'content',
  severity: 'warning',
  code: 'text_restored',
  message: `Page ${page}: text that had found no place in the structure was put at the end of the page.`,
  sourceRef: `page ${page}`,
});

/** Neighbouring lost lines are one paragraph. */
function lostParagraphs(lines: readonly string[], missingIn: (line: number) => number): string[] {
  const paragraphs: string[] = [];
  let wasLost = false;
  for (const [index, text] of lines.entries()) {
    const words = wordsOf(text).length;
    const isLost = words > 0 && missingIn(index) / words >= LOST_SHARE;
    const line = oneLine(text).trim();
    if (isLost && wasLost) paragraphs[paragraphs.length - 1] += ` ${line}`;
    else if (isLost) paragraphs.push(line);
    wasLost = isLost;
  }
  return paragraphs;
}

function insertAtPageEnds(blocks: readonly Block[], added: ReadonlyMap<number, ParagraphBlock[]>): Block[] {
  const result: Block[] = [];
  const pages = [...added.keys()].toSorted((a, b) => a - b);
  for (const block of blocks) {
    const page = block.source[0]?.page ?? 0;
    while (block.kind !== 'footnote' && pages[0] !== undefined && pages[0] < page)
      result.push(...added.get(pages.shift()!)!);
    result.push(block);
  }
  return [...result, ...pages.flatMap((page) => added.get(page)!)];
}
