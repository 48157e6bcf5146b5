/**
 * charter-party: the boxes of Part I (all as boxes.json too), the printed clauses of Part II and the rider clauses,
 * each a directory; the printed clauses and rider clauses one file each.
 */
import { finding } from '../findings.js';
import type { Block } from '../block-model.js';
import { decide } from '../rules.js';
import { CHARTER_FIT } from './fit.js';
import { contractUnits } from './legal-contract.js';
import { headingText, section, type Section } from './section.js';
import type { TemplateResult } from './shape.js';
import { countFields } from './signs.js';

const PART_1 = /^part\s+(?:i|1|one)\b/i;
const PART_3 = /^part\s+(?:iii|3|three)\b/i;
const PART_2 = /^part\s+(?:ii|2|two)\b/i;
const RIDER = /^(?:rider\b|additional clauses\b|addend(?:um|a)\b|typed clauses\b|special (?:provisions|clauses)\b)/i;

interface Parts {
  cover: Block[];
  commercial: Block[];
  printed: Block[];
  rider: Block[];
}

const headingAt = (blocks: readonly Block[], pattern: RegExp): number =>
  blocks.findIndex((block) => block.kind === 'heading' && !block.title && pattern.test(headingText(block)));

/** Where the parts begin: at their headings; Part I without one at its first box, Part II at the first heading after the last box. */
function partsOf(blocks: readonly Block[]): Parts | null {
  const firstBox = blocks.findIndex(({ kind }) => kind === 'field');
  const lastBox = blocks.findLastIndex(({ kind }) => kind === 'field');
  const part1 = headingAt(blocks, PART_1);
  const part2 = headingAt(blocks, PART_2);
  const begin = part1 >= 0 ? part1 : firstBox;
  const afterBoxes = blocks.findIndex((block, at) => at > Math.max(lastBox, begin) && block.kind === 'heading');
  const second = part2 >= 0 ? part2 : lastBox >= 0 ? afterBoxes : -1;
  if (begin < 0 || second <= begin) return null;
  const riderAt = headingAt(blocks.slice(second + 1), RIDER);
  const third = riderAt < 0 ? blocks.length : second + 1 + riderAt;
  return {
    cover: blocks.slice(0, begin),
    commercial: blocks.slice(begin, second),
    printed: blocks.slice(second, third),
    rider: blocks.slice(third),
  };
}

export function charterParty(blocks: readonly Block[], title: string): TemplateResult {
  const found = partsOf(blocks);
  const fit = decide(CHARTER_FIT, {
    title,
    blocks,
    commercial: found?.commercial ?? null,
    hasThirdPart: headingAt(blocks, PART_3) >= 0,
  });
  if (fit !== 'fits') return fit;
  const parts = found!; // without parts it does not fit
  const isBoxed = countFields(parts.commercial) > 0;
  const referable: Block[] = [];
  const numbers = new Map<Block, string>();
  const clauses = (of: readonly Block[], name: string, slug: string): Section[] => {
    if (of.length === 0) return [];
    const found = contractUnits(of, name);
    referable.push(...found.referable);
    for (const [block, number] of found.numbers) numbers.set(block, number);
    return [{ ...found.root, slug, level: 2, unnumbered: true }];
  };
  // The cover is the title alone, as a rule: it opens the first file of Part I.
  const terms = section({
    title: 'Commercial terms',
    level: 2,
    split: 'never',
    blocks: [...parts.cover, ...parts.commercial],
  });
  const commercial = section({
    title: 'Part I: Commercial terms',
    slug: 'part-1-commercial-terms',
    level: 2,
    split: 'always',
    unnumbered: true,
    children: [terms],
  });
  const root = section({
    title,
    split: 'always',
    children: [
      commercial,
      ...clauses(parts.printed, 'Part II: Printed clauses', 'part-2-printed-clauses'),
      ...clauses(parts.rider, 'Rider clauses', 'rider-clauses'),
    ],
  });
  return {
    shape: {
      root,
      granularity: 'numbered_unit',
      referable: { blocks: referable, numbers },
      dataFiles: ['boxes.json'],
      findings: isBoxed ? [] : [finding('no_boxes', 'No boxes were found in Part I of the charter party.')],
    },
  };
}
