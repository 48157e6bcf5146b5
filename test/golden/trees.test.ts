/**
 * The whole engine over small PDFs, file by file against test/golden/trees. `UPDATE_GOLDEN=1` writes the files anew;
 * what changed is then read in the diff.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { concludeDocument, structureDocument, verifyTree, type VerifiedTree } from '../../engine/index.js';
import type { ParsedPage } from '../../engine/model.js';
import { loadLanguages } from '../../engine/ocr/languages.js';
import { recognise } from '../../engine/ocr/stage.js';
import { createRecogniser } from '../../engine/ocr/tesseract.js';
import { openPainter } from '../../engine/read/paint.js';
import { bytesSource, readPages } from '../support/pdf.js';
import { GOLDEN } from './documents/all.js';
import type { GoldenDocument } from './documents/drawing.js';

const TREES = join('test', 'golden', 'trees');
const isUpdating = process.env.UPDATE_GOLDEN === '1';

async function inputOf({ name, template, bytes }: GoldenDocument) {
  // The size of the bytes is pdfkit's matter.
  const source = { fileName: `${name}.pdf`, sha256: '0'.repeat(64), sizeBytes: 0 };
  const pdf = await bytes();
  const { info, pages } = await readPages(pdf);
  return { info, pages: await lookedAt(pdf, pages), options: { template, source, policy: 'strict' as const } };
}

/** The pages, those with words under pictures as they are once these were looked at. */
async function lookedAt(pdf: Buffer, pages: readonly ParsedPage[]): Promise<ParsedPage[]> {
  if (!pages.some(({ needsRecognition }) => needsRecognition === 'covered_text')) return [...pages];
  const painter = await openPainter(bytesSource(pdf));
  const recogniser = await createRecogniser(await loadLanguages({ languages: 'eng', dataDir: null }));
  const looked: ParsedPage[] = [];
  for (const page of pages) {
    const isOpen = page.needsRecognition === 'covered_text';
    looked.push(isOpen ? (await recognise({ parsed: page, painter, recogniser })).parsed : page);
  }
  return looked;
}

async function treeOf(document: GoldenDocument): Promise<VerifiedTree> {
  const { info, pages, options } = await inputOf(document);
  return verifyTree(info, pages, structureDocument(info, pages, options), options);
}

/** The same in one call. */
async function concludedTreeOf(document: GoldenDocument): Promise<VerifiedTree> {
  const { info, pages, options } = await inputOf(document);
  return concludeDocument(info, pages, options, { onVerifying: () => undefined });
}

function storedFiles(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}

function store(folder: string, files: Record<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

test('the files are not being rewritten where they are to be checked', () => {
  expect(process.env.CI && isUpdating ? 'UPDATE_GOLDEN is set in CI' : 'checked').toBe('checked');
});

test.each(GOLDEN)('$name gives the stored tree, and the same again', async (document) => {
  const tree = await treeOf(document);
  const files = Object.fromEntries([
    ...tree.files.map(({ path, content }) => [path, content]),
    ['audit.json', `${JSON.stringify({ quality: tree.quality, audit: tree.audit }, null, 2)}\n`],
  ]) as Record<string, string>;
  const folder = join(TREES, document.name);
  if (isUpdating) store(folder, files);
  expect(files).toEqual(storedFiles(folder));
  expect(await treeOf(document)).toEqual(tree);
  expect(await concludedTreeOf(document)).toEqual(tree);
});

test('every stored tree is that of a document', () => {
  expect(readdirSync(TREES).toSorted()).toEqual(GOLDEN.map(({ name }) => name).toSorted());
});
