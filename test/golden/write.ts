/** `npm run golden-pdfs -- FOLDER`: writes the golden documents as PDFs, to look at or to convert. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GOLDEN } from './documents/all.js';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: npm run golden-pdfs -- FOLDER\n');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
for (const { name, bytes } of GOLDEN) writeFileSync(join(folder, `${name}.pdf`), await bytes());
process.stdout.write(`${GOLDEN.length} documents in ${folder}\n`);
