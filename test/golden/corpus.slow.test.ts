/**
 * Documents with known structure: what the truth says against what the engine writes. Some are part of the repository;
 * the development corpus lies beside it, and is tested where it is there. The thresholds are a little below what each kind
 * reached when they were last set.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Template } from '../../contract/vocabulary.js';
import { joinFiles, structureDocument, verifyTree, type VerifiedTree } from '../../engine/index.js';
import * as measures from '../support/measures.js';
import { readPages } from '../support/pdf.js';

const OWN = join('test', 'golden', 'corpus');
const BESIDE = resolve('..', 'shared', 'corpus');

interface Truth {
  template: Template | null;
  scanned: boolean;
  furniture?: { text: string }[];
}

/** Least similarity of texts, F1 of headings and cells, shares of parents, items and words. */
const LEAST = {
  text: 0.997,
  headings: 0.975,
  parents: 0.99,
  cells: 0.98,
  items: 0.95,
  recall: 0.997,
  precision: 0.997,
};
type Scores = typeof LEAST;
/** Where a kind is better than that, or its truth itself is at odds with the print (a list's mark that is not printed). */
const LEAST_BY_TEMPLATE: Partial<Record<Template, Partial<Scores>>> = {
  'academic-paper': { headings: 0.99, items: 0.99 },
  book: { items: 0.99, cells: 0.99 },
  'charter-party': { headings: 0.99, items: 0.99 },
  'legal-contract': { headings: 0.99, cells: 0.99, items: 0.86 },
};
const MOST_FURNITURE = 0.01;

const truthOf = (folder: string, name: string): Truth =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Truth;

const documents = [OWN, BESIDE].flatMap((folder) => {
  if (!existsSync(folder)) {
    process.stderr.write(`NOT TESTED: the development corpus, which is not at ${folder}\n`);
    return [];
  }
  const names = readdirSync(folder).flatMap((name) => (name.endsWith('.pdf') ? [name.slice(0, -'.pdf'.length)] : []));
  return names.flatMap((name) => (truthOf(folder, name).scanned ? [] : [{ folder, name }]));
});

async function treeOf(folder: string, name: string): Promise<VerifiedTree> {
  const { template } = truthOf(folder, name);
  const { info, pages } = await readPages(readFileSync(join(folder, `${name}.pdf`)));
  const options = { template, source: { fileName: `${name}.pdf`, sha256: '0'.repeat(64), sizeBytes: 0 } };
  return verifyTree(info, pages, structureDocument(info, pages, options), { ...options, policy: 'balanced' });
}

/** Without a printed table of contents, which may be kept or dropped, and without the boxes of forms. */
const compared = (markdown: string): string => markdown.replace(/<!-- (toc|boxes) -->[^]*?<!-- \/\1 -->/g, '');

describe.each(documents)('$name', ({ folder, name }) => {
  test('is as the truth says', async () => {
    const tree = await treeOf(folder, name);
    const truth = readFileSync(join(folder, `${name}.md`), 'utf8');
    const written = joinFiles(tree.files);
    const hasContents = truth.includes('<!-- toc -->');
    const hasBoxes = truth.includes('<!-- boxes -->');
    const own = measures.wordsIn(written);
    const readings = (hasContents ? [truth, compared(truth)] : [truth]).map((reading) => {
      const words = measures.wordsIn(reading);
      const text = measures.indelSimilarity(words, own);
      return { text, recall: measures.share(words, own), precision: measures.share(own, words) };
    });
    const scores = {
      ...readings.toSorted((a, b) => b.text - a.text)[0]!,
      headings: measures.f1(measures.headingsIn(compared(truth)), measures.headingsIn(written)),
      parents: measures.share(measures.parentsIn(compared(truth)), measures.parentsIn(written)),
      cells: hasBoxes ? 1 : measures.f1(measures.cellsIn(truth), measures.cellsIn(written)),
      items: measures.share(measures.itemsIn(compared(truth)), measures.itemsIn(written)),
    };
    const { template } = truthOf(folder, name);
    const least: Scores = { ...LEAST, ...(template ? LEAST_BY_TEMPLATE[template] : {}) };
    const low = Object.entries(scores).filter(([key, score]) => score < least[key as keyof Scores]);
    expect(Object.fromEntries(low)).toEqual({});
    expect(measures.furnitureIn(written, truth, truthOf(folder, name).furniture ?? [])).toBeLessThanOrEqual(
      MOST_FURNITURE,
    );
    expect(tree.audit.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(tree.quality.tier).toBe('full');
  });
});
