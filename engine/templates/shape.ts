/** What a template makes of a document. */
import type { AuditFinding, Granularity } from '../../contract/vocabulary.js';
import type { Block } from '../model.js';
import type { FilePlan, PlannedFile } from '../files/plan.js';
import type { Targets } from './targets.js';
import type { Section } from './section.js';

/** The shape that a template gives a document. */
export interface Shape {
  root: Section;
  granularity(plan: FilePlan): Granularity;
  /** What references in the text may name; every numbered heading, clause and caption unless said. */
  targets?: Targets;
  /** Further JSON files at the shelf's root. */
  dataFiles?(files: readonly PlannedFile[]): { path: string; value: unknown }[];
  findings?: AuditFinding[];
}

/** A template's answer: the shape, or why it does not fit, to follow "The document does not fit: ". */
export type TemplateResult = { shape: Shape } | { misfit: string };

export type TemplateFunction = (blocks: readonly Block[], title: string) => TemplateResult;
