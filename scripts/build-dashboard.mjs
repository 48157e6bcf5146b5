/** Builds the web app into dist/web-app, with a Brotli copy of each file that is worth it. */
import { cpSync, existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import { root } from './bootstrap.mjs';

/** Below this a compressed copy is hardly smaller. */
const WORTH_COMPRESSING_BYTES = 300;
/** The best compression takes seconds for a megabyte; what is larger is loaded on demand. */
const WORTH_THE_TIME_BYTES = 450_000;

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
  const text = readFileSync(path);
  const quality = text.length < WORTH_THE_TIME_BYTES ? constants.BROTLI_MAX_QUALITY : 9;
  writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
}

/** What a browser loads for each screen that is opened first: the entry and the screen with all that they import. */
const manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8'));
const filesOf = (name, files = new Set()) => {
  const { file, imports = [], css = [] } = manifest[name];
  if (files.has(file)) return files;
  for (const one of [file, ...css]) files.add(one);
  for (const one of imports) filesOf(one, files);
  return files;
};
const sizeOf = (file) => {
  const packed = join(out, `${file}.br`);
  return statSync(existsSync(packed) ? packed : join(out, file)).size;
};
/** What screens load without being asked, once their own code is there. */
const MARKDOWN = 'src/shared/markdown/MarkdownFile.tsx';
const AT_ONCE = {
  'src/features/shelf/ShelfPage.tsx': MARKDOWN,
  'src/features/review/ReviewPage.tsx': MARKDOWN,
  'src/features/versions/VersionPage.tsx': MARKDOWN,
  'src/features/versions/VersionsPage.tsx': 'src/features/versions/Comparison.tsx',
};
process.stdout.write('Web app, first load of a screen (Brotli):\n');
for (const screen of Object.keys(manifest).filter((name) => /features\/(sign-in\/.*|.*Page)\.tsx$/.test(name))) {
  const files = filesOf(screen, filesOf('index.html'));
  if (AT_ONCE[screen]) filesOf(AT_ONCE[screen], files);
  const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
  const name = screen.replace(/^.*\/|(?:Page)?\.tsx$/g, '');
  process.stdout.write(`  ${name.padEnd(14)} ${(bytes / 1000).toFixed(1).padStart(6)} kB in ${files.size} files\n`);
}
