/** Builds the web app into dist/web-app, with a Brotli copy of each file that is worth it. */
import { cpSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import { root } from './bootstrap.mjs';

/** Below this a compressed copy saves no packet. */
const WORTH_COMPRESSING_BYTES = 1400;

await build({ configFile: join(root, 'dashboard/vite.config.ts'), logLevel: 'warn' });
const out = join(root, 'dist/web-app');
// what pdf.js fetches for some documents: fonts, character maps, decoders of pictures
for (const part of ['cmaps', 'standard_fonts', 'wasm', 'iccs'])
  cpSync(join(root, 'node_modules/pdfjs-dist', part), join(out, 'pdfjs', part), { recursive: true });
// what a new user can try
cpSync(join(root, 'local/sample/lighthouse.pdf'), join(out, 'sample.pdf'));
for (const file of globSync('**/*.{js,mjs,css,svg}', { cwd: out })) {
  const path = join(out, file);
  if (statSync(path).size < WORTH_COMPRESSING_BYTES) continue;
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  );
}
