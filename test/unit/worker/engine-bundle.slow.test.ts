import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import type { ParsedPage } from '../../../engine/index.js';
import { heapArguments } from '../../../worker/engine-launch.js';
import { EVENT_FD } from '../../../worker/engine-protocol.js';
import { CHILD, SNAPSHOT_OPTION } from '../../../worker/engine-snapshot.js';
import { ENGINE_ENVIRONMENT } from '../../../worker/sandbox/confinement.js';
import { pdf, readPages } from '../../support/pdf.js';

const BUNDLE = new URL('../../../worker/engine-bundle.js', import.meta.url).href;
/** Three pages of them show pictures, which modules decode and the bundle does not. */
const PAPER = 'test/golden/corpus/paper.pdf';
/** In bytes: shorter streams are decompressed by pdf.js itself. */
const LONG_STREAM = 1024;

const folder = mkdtempSync(join(tmpdir(), 'engine-bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a process started with the flags of an engine process prints. */
function inProcess(code: string): string {
  const script = `const { compileEngine, loadEngine } = await import(${JSON.stringify(BUNDLE)});\n${code}`;
  return execFileSync(process.execPath, [...heapArguments(1024 ** 3), '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
}

test('V8 takes the code cache that the build has made', () => {
  expect(inProcess('process.stdout.write(String(compileEngine().cachedDataRejected))')).toBe('false');
});

test('a process that starts from the snapshot converts as one that loads the bundle, whatever the heap has seen', async () => {
  const made = join(folder, 'made.pdf');
  writeFileSync(made, await sixPages());
  // two that the snapshot has not been made with, and one that it has
  for (const path of [made, resolve('test/golden/corpus/letter.pdf'), resolve(PAPER)]) {
    const [fresh, warm] = [converted(path, []), converted(path, [SNAPSHOT_OPTION])];
    expect(warm.events.at(-1)).toMatchObject({ type: 'result', value: { pageCount: expect.any(Number) } });
    expect(warm.tree.equals(fresh.tree)).toBe(true);
  }
});

test('a process in which the permission model is only partly on does not start', () => {
  const start = (snapshot: string): number | null => {
    const options = ['--permission', '--allow-addons', snapshot, CHILD];
    return spawnSync(process.execPath, options, { input: '{}', stdio: ['pipe', 'ignore', 'ignore', 'pipe'] }).status;
  };
  // as Node finds packages it keeps whether the model is on: of a heap in which it is not, only half is refused
  const finding = `require('node:module').createRequire(${JSON.stringify(CHILD)}).resolve('pdfjs-dist/package.json');\n`;
  const script = join(folder, 'finding.cjs');
  writeFileSync(script, finding + readFileSync('scripts/snapshot-engine.cjs', 'utf8'));
  const path = join(folder, 'finding.snapshot');
  const building = ['--snapshot-blob', path, '--build-snapshot', script, resolve('.'), resolve(PAPER)];
  execFileSync(process.execPath, building, { stdio: 'ignore' });
  expect(start(`--snapshot-blob=${path}`)).toBe(1);
  expect(start(SNAPSHOT_OPTION)).toBe(0);
});

test('a snapshot that was made for another place is not started from', () => {
  const started = spawnSync(process.execPath, [SNAPSHOT_OPTION, join(folder, 'engine-child.js')], {
    input: '{}',
  });
  expect(started.status).toBe(1);
});

test('the bundle reads a page with pictures as the modules do', async () => {
  const pages = await readByModules(PAPER);
  expect(pages.some(({ images }) => images.length > 0)).toBe(true);
  expect(readByBundle(PAPER)).toEqual(pages);
});

test('the bundle reads a page whose stream has a wrong checksum as the modules do', async () => {
  // words that hardly compress
  const text = Array.from({ length: 400 }, (_, i) => ((i * 2_654_435_761) % 2 ** 32).toString(36)).join(' ');
  const bytes = await pdf((doc) => doc.text(text), { compress: true });
  const end = bytes.indexOf('\nendstream', LONG_STREAM);
  // four bytes at the end of a compressed stream are the checksum of what it holds
  bytes[end - 1]! ^= 0xff;
  const path = join(folder, 'damaged.pdf');
  writeFileSync(path, bytes);
  const pages = await readByModules(path);
  expect(pages[0]!.runs.map((run) => run.text).join(' ')).toBe(text);
  expect(readByBundle(path)).toEqual(pages);
});

test('pages that pdf.js fetches ahead in vain end no process', async () => {
  const bytes = await pdf((doc) => void doc.text('Words of the first page').addPage().text('Words of the second'));
  // the table of offsets is right for the first three objects alone; the second page is not among them
  let count = 0;
  const shifted = bytes
    .toString('latin1')
    .replace(/^\d{10}(?= 00000 n)/gm, (at) => (count++ < 3 ? at : String(Number(at) + 3).padStart(10, '0')));
  const path = join(folder, 'shifted.pdf');
  writeFileSync(path, shifted, 'latin1');
  const { events, tree } = converted(path, [SNAPSHOT_OPTION]);
  expect(events.at(-1)).toMatchObject({ type: 'result', value: { pageCount: 2 } });
  expect(tree.toString()).toContain('Words of the second');
});

test('the bundle reads the tags of pages as the modules do', async () => {
  const bytes = await pdf(
    (doc) => {
      const root = doc.struct('Document');
      doc.addStructure(root);
      const section = doc.struct('Sect');
      const list = doc.struct('L');
      const overPages = doc.struct('P');
      root.add(section).add(list).add(overPages);
      for (const page of [1, 2, 3]) {
        if (page > 1) doc.addPage();
        section.add(doc.struct('H2', {}, () => void doc.text(`Title ${page}`)));
        for (let i = 0; i < 5; i++) root.add(doc.struct('P', {}, () => void doc.text(`Text ${i} of page ${page}`)));
        list.add(doc.struct('LI', {}, [doc.struct('LBody', {}, () => void doc.text(`Item of page ${page}`))]));
        overPages.add(() => void doc.text(`It goes on on page ${page}`));
      }
      root.end();
    },
    { tagged: true, pdfVersion: '1.7' },
  );
  const path = join(folder, 'tagged.pdf');
  writeFileSync(path, bytes);
  const pages = await readByModules(path);
  const roles = pages.map(({ tags }) => tags?.elements.map(({ role }) => role));
  expect(roles[1]).toEqual(expect.arrayContaining(['Document', 'Sect', 'H2', 'P', 'L', 'LI', 'LBody']));
  expect(readByBundle(path)).toEqual(pages);
});

/** So many that V8 compiles functions for them. */
function sixPages(): Promise<Buffer> {
  return pdf((doc) => {
    for (let page = 1; page <= 6; page++) {
      if (page > 1) doc.addPage();
      doc.fontSize(16).text(`${page}. Of weights and measures`).fontSize(10);
      for (let i = 1; i <= 20; i++)
        doc.text(`${page}.${i} The scales are tested on day ${i} of each month by two clerks.`);
      doc.list(['a first weight', 'a second weight']);
    }
  });
}

/** What a process answers, and the tree that it writes. */
function converted(pdfPath: string, options: readonly string[]) {
  const outPath = join(folder, 'tree.json.gz');
  const source = { fileName: 'a.pdf', sha256: '0'.repeat(64), sizeBytes: statSync(pdfPath).size };
  const job = {
    kind: 'convert',
    pdfPath,
    maxPages: 40,
    options: { template: null, source, policy: 'best_effort' },
    outPath,
  };
  const stdio = ['pipe', 'ignore', 'inherit', 'pipe'] as const;
  const { output } = spawnSync(process.execPath, [...options, CHILD], {
    input: JSON.stringify(job),
    env: ENGINE_ENVIRONMENT,
    stdio: [...stdio],
    encoding: 'utf8',
  });
  const events = (output[EVENT_FD] ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  return { events, tree: gunzipSync(readFileSync(outPath)) };
}

/** As JSON has them. */
async function readByModules(path: string): Promise<ParsedPage[]> {
  const { pages } = await readPages(await readFile(path));
  return JSON.parse(JSON.stringify(pages)) as ParsedPage[];
}

const readByBundle = (path: string): unknown =>
  JSON.parse(
    inProcess(`
    import { readFileSync } from 'node:fs';
    const { openPdf } = await loadEngine().engine();
    const bytes = readFileSync(${JSON.stringify(resolve(path))});
    const read = async (at, length) => new Uint8Array(bytes.subarray(at, at + length));
    const pdf = await openPdf({ sizeBytes: bytes.length, read });
    const pages = [];
    for (let page = 1; page <= pdf.info.pageCount; page++) pages.push(await pdf.parsePage(page));
    process.stdout.write(JSON.stringify(pages));`),
  );
