/** Text that structuring lost is put back: the lines whose words are missing, as paragraphs at their place on the page. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import { finding } from '../findings.js';
import type { Block, ParagraphBlock, StructuredDocument } from '../block-model.js';
import type { Box } from '../model.js';
import { oneLine, wordsOf } from '../markdown/text.js';
import { decide, type DecisionTable, type Subject } from '../rules.js';
import type { Comparison } from './compare.js';
import type { SourcePage } from './source-words.js';

/** Share of a line's words that must be missing for the line to count as lost. */
const LOST_SHARE = 0.6;
/** Points by which a block may begin above a line and still come after it. */
const SLACK = 2;

/** Lines of a page that are not in the files; neighbouring ones as one text. */
export interface LostText {
  page: number;
  text: string;
  words: number;
  box: Box;
}

interface LineWithLoss extends Subject {
  /** Words of the line that are not in the files. */
  missing: number;
  words: number;
}

/** Asked of lines with missing words. */
export const LOST_LINE: DecisionTable<LineWithLoss, 'lost' | 'kept'> = {
  name: 'lost-line',
  rules: [
    {
      name: 'mostly-missing',
      why: 'The words that are left may come from elsewhere, as common words do.',
      test: ({ missing, words }) => (missing / words >= LOST_SHARE ? 'lost' : null),
    },
  ],
  otherwise: 'kept',
  subject: ({ page, box, text }) => ({ page, box, text }),
  numbers: ({ missing, words }) => ({ missingWords: missing, words }),
};

/** The lines whose words are missing, page by page. */
export function lostText(source: readonly SourcePage[], { missing }: Comparison): LostText[] {
  const missingByPage = Map.groupBy(missing, ({ page }) => page);
  return source.flatMap(({ number, lines }) => {
    const byLine = Map.groupBy(missingByPage.get(number) ?? [], ({ line }) => line);
    const lost: LostText[] = [];
    let wasLost = false;
    for (const [index, { text, box }] of lines.entries()) {
      const missing = byLine.get(index)?.length ?? 0;
      const words = missing > 0 ? wordsOf(text).length : 0;
      const isLost = missing > 0 && decide(LOST_LINE, { page: number, box, text, missing, words }) === 'lost';
      const last = lost.at(-1);
      if (isLost && wasLost && last) {
        last.text += ` ${oneLine(text).trim()}`;
        last.words += words;
      } else if (isLost) {
        lost.push({ page: number, text: oneLine(text).trim(), words, box });
      }
      wasLost = isLost;
    }
    return lost;
  });
}

export interface Repaired {
  blocks: Block[];
  findings: AuditFinding[];
}

/** The document with what was lost put in as paragraphs. */
export function addLostText(document: StructuredDocument, lost: readonly LostText[]): Repaired {
  const blocks = [...document.blocks];
  for (const { page, text, box } of lost) {
    const paragraph: ParagraphBlock = { kind: 'paragraph', spans: [{ text }], source: [{ page, box }] };
    blocks.splice(placeFor(blocks, page, box), 0, paragraph);
  }
  const pages = [...new Set(lost.map(({ page }) => page))];
  return { blocks, findings: pages.map(repairFinding) };
}

const repairFinding = (page: number): AuditFinding =>
  finding(
    'text_restored',
    `Page ${page}: text that had found no place in the structure was put back where it is printed.`,
    { page },
  );

/** Where a line belongs. Headings below it stay below: they are often narrower than the column. */
function placeFor(blocks: readonly Block[], page: number, box: Box): number {
  let index = firstBelow(blocks, page, box);
  const isHeadingBelow = (block: Block | undefined): boolean =>
    block?.kind === 'heading' && block.source[0]?.page === page && block.source[0].box.y0 >= box.y1 - SLACK;
  while (isHeadingBelow(blocks[index - 1])) index--;
  return index;
}

/** The first block that is printed below the line in its column; else the end of the page. */
function firstBelow(blocks: readonly Block[], page: number, box: Box): number {
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'footnote') continue;
    const part = block.source.findIndex((source) => source.page === page && isBelow(source.box, box));
    if (part >= 0) return part === 0 ? index : index + 1;
    if ((block.source[0]?.page ?? 0) > page) return index;
  }
  return blocks.length;
}

const isBelow = (block: Box, line: Box): boolean =>
  block.y0 >= line.y0 - SLACK && block.x0 < line.x1 && block.x1 > line.x0;
