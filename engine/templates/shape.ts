/** What a template makes of a document. */
import type { AuditFinding, Granularity } from '../../contract/vocabulary.js';
import type { Block } from '../block-model.js';
import type { Section } from './section.js';
import type { Referable } from './targets.js';

/** How fine the files are: said by the template, or by the depth of the files less that of levels that do not count. */
export type GranularityRule = Granularity | { levelsAbove: number };

/** Further JSON files at the shelf's root. */
export type DataFile = 'definitions.json' | 'boxes.json';

/** The shape that a template gives a document. */
export interface Shape {
  root: Section;
  granularity: GranularityRule;
  /** Every numbered heading, clause and caption unless said. */
  referable?: Referable;
  dataFiles?: DataFile[];
  findings?: AuditFinding[];
  /** It holds, but leaves most of the document's units out. */
  weak?: boolean;
}

/** A template's answer: the shape, or why it does not fit, to follow "The document does not fit: ". */
export type TemplateResult = { shape: Shape } | { misfit: string };

export type TemplateFunction = (blocks: readonly Block[], title: string) => TemplateResult;
