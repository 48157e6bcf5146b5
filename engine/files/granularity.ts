/** How fine a plan came out. */
import type { Granularity } from '../../contract/vocabulary.js';
import type { GranularityRule } from '../templates/shape.js';
import type { FilePlan } from './plan.js';

/** As the template says, or by how deep the sections are that became files. */
export function granularityOf({ files, depth }: FilePlan, rule: GranularityRule): Granularity {
  if (typeof rule === 'string') return rule;
  const levels = depth - rule.levelsAbove;
  if (levels === 0) return 'document';
  if (levels === 1) return 'major_section';
  if (levels > 2) return 'subsection';
  const deep = files.filter(({ path }) => path.includes('/'));
  const numbered = deep.filter(({ title }) => /^(\d|[A-Z]\.|[IVXLC]+\.)/.test(title));
  return numbered.length * 2 > deep.length ? 'numbered_unit' : 'subsection';
}
