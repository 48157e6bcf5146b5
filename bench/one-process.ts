/**
 * One document through the engine's bundle in this process: one-process.js a.pdf out.md [--pages N] [--template T]. Without a
 * document it loads the engine and ends, which measures the start-up time.
 */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { TEMPLATES } from '../contract/vocabulary.js';
import { loadEngine } from '../worker/engine-bundle.js';
import { convertWith, textOf } from './convert-with.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string' }, template: { type: 'string' } },
});
const [pdfPath, outPath] = positionals;
const engine = await loadEngine().engine();
if (pdfPath && outPath) {
  const tree = await convertWith(engine, await readFile(pdfPath), {
    fileName: basename(pdfPath),
    template: TEMPLATES.find((template) => template === values.template) ?? null,
    pages: Number(values.pages ?? Infinity),
  });
  writeFileSync(outPath, textOf(tree, engine.bodyOf));
}
process.exit(0);
