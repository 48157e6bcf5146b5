import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { openPdf, type ParsedPage } from '../../../engine/index.js';
import { engineLaunch } from '../../../worker/engine-launch.js';

const BUNDLE = new URL('../../../worker/engine-bundle.js', import.meta.url).href;
/** Three pages of them show pictures, which modules decode and the bundle does not. */
const PAPER = 'test/golden/corpus/paper.pdf';

/** What a process started with the flags of an engine process prints. */
function inProcess(code: string): string {
  const here = { in: tmpdir(), out: tmpdir() };
  const folder = { ...here, seen: here };
  const place = { bubblewrap: null, folder, readable: [], forking: 'refused' as const };
  const { args } = engineLaunch({ memoryBytes: 1024 ** 3, cpuSeconds: 60 }, place);
  const flags = args.filter((arg) => arg.startsWith('--max-'));
  const script = `const { compileEngine, loadEngine } = await import(${JSON.stringify(BUNDLE)});\n${code}`;
  return execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', script], { encoding: 'utf8' });
}

test('V8 takes the code cache that the build has made', () => {
  expect(inProcess('process.stdout.write(String(compileEngine().cachedDataRejected))')).toBe('false');
});

test('the bundle reads a page with pictures as the modules do', async () => {
  const bytes = await readFile(PAPER);
  const pdf = await openPdf({ sizeBytes: bytes.length, read: (at, length) => sliceOf(bytes, at, length) });
  const pages: ParsedPage[] = [];
  for (let page = 1; page <= pdf.info.pageCount; page++) pages.push(await pdf.parsePage(page));
  await pdf.close();
  expect(pages.some(({ images }) => images.length > 0)).toBe(true);
  const printed = inProcess(`
    import { readFileSync } from 'node:fs';
    const { openPdf } = await loadEngine().engine();
    const bytes = readFileSync(${JSON.stringify(fileURLToPath(new URL(PAPER, `file://${process.cwd()}/`)))});
    const read = async (at, length) => new Uint8Array(bytes.subarray(at, at + length));
    const pdf = await openPdf({ sizeBytes: bytes.length, read });
    const pages = [];
    for (let page = 1; page <= pdf.info.pageCount; page++) pages.push(await pdf.parsePage(page));
    process.stdout.write(JSON.stringify(pages));`);
  expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(pages)));
});

async function sliceOf(bytes: Buffer, at: number, length: number): Promise<Uint8Array> {
  return new Uint8Array(bytes.subarray(at, at + length));
}
