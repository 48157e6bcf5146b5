/** Without a template: files by heading hierarchy. */
import type { Block } from '../block-model.js';
import { sizeOf } from '../markdown/size.js';
import { decide } from '../rules.js';
import { HEADINGS_FIT } from './fit.js';
import { headingTree, section, type Section } from './section.js';
import type { Shape, TemplateResult } from './shape.js';

/** A tree that begins deeper than it needs (one section that holds all others) is taken from below that section. */
function unwrapped(root: Section): Section {
  const [only, ...others] = root.children;
  if (!only || others.length > 0 || only.children.length === 0) return root;
  return unwrapped({ ...root, blocks: [...root.blocks, ...only.blocks], children: only.children });
}

/** Main sections are files; a section too large for one becomes a directory of its subsections. */
export function byHeadings(blocks: readonly Block[], title: string): TemplateResult {
  const root = unwrapped(headingTree(blocks, title));
  const fit = decide(HEADINGS_FIT, { title, blocks, sections: root.children.length, sizeBytes: sizeOf(blocks) });
  if (fit === 'refused') return { misfit: 'no headings were found in it' };
  const split = fit === 'split' ? 'always' : 'by_size';
  return { shape: { root: { ...root, split }, granularity: { levelsAbove: 0 } } };
}

/** Everything in one section, cut into parts by size alone. */
export function wholeDocument(blocks: readonly Block[], title: string): Shape {
  return { root: section({ title, blocks: [...blocks] }), granularity: 'document' };
}
