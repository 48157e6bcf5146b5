/**
 * Words of the development corpus: what the truth says against what the engine writes. The corpus lies beside the
 * repository and is no part of it; without it these tests say so and stand back.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Template } from '../../contract/vocabulary.js';
import { bodyOf, structureDocument, verifyDraft } from '../../engine/index.js';
import { wordsOf } from '../../engine/files/text.js';
import { visibleText } from '../../engine/verify/output-words.js';
import { readPages } from '../support/pdf.js';

const CORPUS = resolve('..', 'shared', 'corpus');
/** Least share of the truth's words that are in the files, and of the files' words that are in the truth. */
const LEAST = { recall: 0.97, precision: 0.97 };

interface Truth {
  template: Template | null;
  scanned: boolean;
}

const names = existsSync(CORPUS)
  ? readdirSync(CORPUS).flatMap((name) => (name.endsWith('.pdf') ? [name.slice(0, -'.pdf'.length)] : []))
  : [];
const truthOf = (name: string): Truth => JSON.parse(readFileSync(join(CORPUS, `${name}.json`), 'utf8')) as Truth;
const digital = names.filter((name) => !truthOf(name).scanned);

if (digital.length === 0) {
  process.stderr.write(`NOT TESTED: word recall on the development corpus, which is not at ${CORPUS}\n`);
  test.skip(`corpus is not at ${CORPUS}`, () => {});
}

/** Words of Markdown as it is shown; equations are written in another language than they are printed in. */
const wordsIn = (markdown: string): string[] =>
  wordsOf(
    visibleText(
      bodyOf(markdown)
        .replace(/^\$\$[^]*?^\$\$$/gm, '')
        .replace(/^!\[.*$/gm, ''),
    ),
  );

function share(of: readonly string[], within: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of within) left.set(word, (left.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of of) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    found++;
  }
  return found / Math.max(1, of.length);
}

(digital.length > 0 ? describe.each(digital) : describe.skip.each(['none']))('%s', (name) => {
  test('keeps the words of the truth and adds none', async () => {
    const { template } = truthOf(name);
    const { info, pages } = await readPages(readFileSync(join(CORPUS, `${name}.pdf`)));
    const options = { template, source: { fileName: `${name}.pdf`, sha256: '0'.repeat(64), sizeBytes: 0 } };
    const draft = structureDocument(info, pages, options);
    const tree = verifyDraft(info, pages, draft, { ...options, policy: 'balanced' });
    const contents = tree.files.filter(({ path }) => path.endsWith('.md') && path !== 'README.md');
    const written = contents.flatMap(({ content }) => wordsIn(content));
    const truth = wordsIn(readFileSync(join(CORPUS, `${name}.md`), 'utf8'));
    const scores = { recall: share(truth, written), precision: share(written, truth) };
    expect(scores.recall).toBeGreaterThanOrEqual(LEAST.recall);
    expect(scores.precision).toBeGreaterThanOrEqual(LEAST.precision);
    expect(tree.audit.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(tree.quality.tier).toBe('full');
  });
});
