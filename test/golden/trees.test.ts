/**
 * The whole engine over small PDFs, file by file against test/golden/trees. `UPDATE_GOLDEN=1` writes the files anew;
 * what changed is then read in the diff.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { concludeDocument, structureDocument, verifyTree, type VerifiedTree } from '../../engine/index.js';
import type { DocumentInfo, ParsedPage } from '../../engine/model.js';
import { loadLanguages } from '../../engine/ocr/languages.js';
import { recognise } from '../../engine/ocr/stage.js';
import { createRecogniser } from '../../engine/ocr/tesseract.js';
import { openPainter } from '../../engine/read/paint.js';
import type { VerifyOptions } from '../../engine/shelf.js';
import { bytesSource, readPages } from '../support/pdf.js';
import { GOLDEN } from './documents/all.js';
import type { GoldenDocument } from './documents/drawing.js';

const TREES = join('test', 'golden', 'trees');
const isUpdating = process.env.UPDATE_GOLDEN === '1';

interface Input {
  info: DocumentInfo;
  pages: ParsedPage[];
  options: VerifyOptions;
}

async function inputOf({ name, template }: GoldenDocument, pdf: Buffer): Promise<Input> {
  // The size of the bytes is pdfkit's matter.
  const source = { fileName: `${name}.pdf`, sha256: '0'.repeat(64), sizeBytes: 0 };
  const { info, pages } = await readPages(pdf);
  return { info, pages, options: { template, source, policy: 'strict' as const } };
}

const isCovered = ({ needsRecognition }: ParsedPage): boolean => needsRecognition === 'covered_text';

/** The pages, those with words under pictures as they are once these were looked at. */
async function lookedAt(pdf: Buffer, pages: readonly ParsedPage[]): Promise<ParsedPage[]> {
  if (!pages.some(isCovered)) return [...pages];
  const painter = await openPainter(bytesSource(pdf));
  const recogniser = await createRecogniser(await loadLanguages({ languages: 'eng', dataDir: null }));
  const looked: ParsedPage[] = [];
  for (const page of pages)
    looked.push(isCovered(page) ? (await recognise({ parsed: page, painter, recogniser })).parsed : page);
  return looked;
}

const treeOf = ({ info, pages, options }: Input): VerifiedTree =>
  verifyTree(info, pages, structureDocument(info, pages, options), options);

/** The same in one call. */
const concludedTreeOf = ({ info, pages, options }: Input): VerifiedTree =>
  concludeDocument(info, pages, options, { onVerifying: () => undefined });

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
  const pdf = await document.bytes();
  const [input, again] = [await inputOf(document, pdf), await inputOf(document, pdf)];
  expect(JSON.stringify(again)).toBe(JSON.stringify(input));
  // once: what is recognised costs more than all the rest
  input.pages = await lookedAt(pdf, input.pages);
  const tree = treeOf(input);
  const files = Object.fromEntries([
    ...tree.files.map(({ path, content }) => [path, content]),
    ['audit.json', `${JSON.stringify({ quality: tree.quality, audit: tree.audit }, null, 2)}\n`],
  ]) as Record<string, string>;
  const folder = join(TREES, document.name);
  if (isUpdating) store(folder, files);
  expect(files).toEqual(storedFiles(folder));
  expect(treeOf(input)).toEqual(tree);
  expect(concludedTreeOf(input)).toEqual(tree);
});

test('every stored tree is that of a document', () => {
  expect(readdirSync(TREES).toSorted()).toEqual(GOLDEN.map(({ name }) => name).toSorted());
});
