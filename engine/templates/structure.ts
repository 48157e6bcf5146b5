/** The choice between a template and its fallbacks. */
import type { AuditFinding, Template, Tier } from '../../contract/vocabulary.js';
import { finding } from '../findings.js';
import type { Block } from '../block-model.js';
import { allBlocks, type Section } from './section.js';
import { targetsIn, type Targets } from './targets.js';
import { academicPaper } from './academic-paper.js';
import { book } from './book.js';
import { charterParty } from './charter-party.js';
import { byHeadings, wholeDocument } from './headings.js';
import { legalContract } from './legal-contract.js';
import type { DataFile, GranularityRule, Shape, TemplateFunction } from './shape.js';

const TEMPLATE_FUNCTIONS: Record<Template, TemplateFunction> = {
  book,
  'legal-contract': legalContract,
  'charter-party': charterParty,
  'academic-paper': academicPaper,
};

/** The sections of a document and what else its files need to know, and how well the template fits. */
export interface Structure {
  root: Section;
  granularity: GranularityRule;
  targets: Targets;
  dataFiles: DataFile[];
  findings: AuditFinding[];
  tier: Tier;
}

export interface StructureChoice {
  blocks: readonly Block[];
  title: string;
  template: Template | null;
  /** The finest structure to try: verification steps down when the one before did not hold. */
  finest: 'template' | 'headings' | 'document';
}

interface Found {
  blocks: readonly Block[];
  findings: AuditFinding[];
}

const complete = (shape: Shape, tier: Tier, { blocks, findings }: Found): Structure => ({
  root: shape.root,
  granularity: shape.granularity,
  targets: targetsIn(shape.referable ?? { blocks }, allBlocks(shape.root)),
  dataFiles: shape.dataFiles ?? [],
  findings: [...(shape.findings ?? []), ...findings],
  tier,
});

/** The template's structure; where it cannot be had the headings', else the whole document as one section. */
export function chooseStructure({ blocks, title, template, finest }: StructureChoice): Structure {
  const findings: AuditFinding[] = [];
  if (template && finest === 'template') {
    const result = TEMPLATE_FUNCTIONS[template](blocks, title);
    if ('shape' in result) {
      return complete(result.shape, result.shape.weak ? 'degraded' : 'full', { blocks, findings });
    }
    findings.push(
      finding(
        'template_mismatch',
        `The document does not fit the template ${template}: ${result.misfit}. It was split by its headings instead.`,
      ),
    );
  }
  if (finest !== 'document') {
    const result = byHeadings(blocks, title);
    const isFallback = findings.length > 0 || finest === 'headings';
    if ('shape' in result) return complete(result.shape, isFallback ? 'degraded' : 'full', { blocks, findings });
    findings.push(finding('no_headings', `The document could not be split by headings: ${result.misfit}.`));
  }
  return complete(wholeDocument(blocks, title), 'degraded', { blocks, findings });
}
