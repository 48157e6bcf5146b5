import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadLanguages } from '../../../engine/ocr/languages.js';
import type { Language } from '../../../engine/ocr/tesseract.js';
import { createEnginePool, type EnginePoolOptions } from '../../../worker/engine-pool.js';
import { findTesseract, nativeRecogniser, type Search } from '../../../worker/native-tesseract.js';
import { unconfined } from '../../../worker/sandbox/confinement.js';
import { readPages } from '../../../worker/pages-file.js';
import { GERMAN, scanOf } from '../../support/scans.js';
import { until } from '../../support/until.js';

const SCAN = fileURLToPath(new URL('../../../../test/fixtures/harbour-scan.pdf', import.meta.url));
const searchPath = process.env['PATH'] ?? '';
const isInstalled = spawnSync('tesseract', ['--version']).status === 0;
if (!isInstalled) {
  process.stderr.write('SKIPPED: tesseract is not installed, recognition by it is NOT TESTED (tesseract-ocr)\n');
}
const whereInstalled = isInstalled ? test : test.skip;

/** The test looks at the program's process, which a sandbox would hide. */
const seen = { confinement: unconfined('the program tells where it runs') };

let folder: string;
let english: Language[];
let said: { level: string; fields: object; message: string }[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'native-tesseract-'));
  english = await loadLanguages({ languages: 'eng', dataDir: null });
});

afterAll(() => rmSync(folder, { recursive: true }));

function find(engine: Search['engine'], path: string, languages = english) {
  said = [];
  const log = {
    info: (fields: object, message: string) => said.push({ level: 'info', fields, message }),
    warn: (fields: object, message: string) => said.push({ level: 'warn', fields, message }),
  };
  return findTesseract(languages, { engine, searchPath: path, workDir: folder, callTimeoutMs: 60_000, log });
}

/** An engine pool of one process that recognises pages by `native`; `confinement` as for `createEnginePool`. */
function recognisingPool(
  recognition: Partial<NonNullable<EnginePoolOptions['recognition']>>,
  confinement: Pick<EnginePoolOptions, 'confinement'> = {},
) {
  return createEnginePool({
    concurrency: 1,
    memoryBytes: 2048 * 1024 * 1024,
    pageTimeoutMs: 60_000,
    documentTimeoutMs: 240_000,
    startAhead: false,
    recognition: { languages: 'eng', dataDir: null, pageTimeoutMs: 120_000, ...recognition },
    log: { info: () => {} },
    ...confinement,
  });
}

/** A folder with a program of that name. */
function programFolder(script: string): string {
  const bin = mkdtempSync(join(folder, 'bin-'));
  writeFileSync(join(bin, 'tesseract'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'tesseract'), 0o755);
  return bin;
}

test('without the program WebAssembly recognises, and the log says so', async () => {
  await expect(find('auto', folder)).resolves.toBeNull();
  expect(said).toMatchObject([{ level: 'info', fields: { engine: 'wasm', why: 'tesseract is not on PATH' } }]);
  await expect(find('native', folder)).rejects.toThrow('tesseract is not on PATH');
  await expect(find('wasm', searchPath)).resolves.toBeNull();
});

test('a program that is too old or broken is warned of, and refused where it is required', async () => {
  const old = programFolder('echo "tesseract 4.1.1"');
  await expect(find('auto', old)).resolves.toBeNull();
  expect(said).toMatchObject([{ level: 'warn', fields: { why: 'tesseract 4.1.1 is older than 5.0' } }]);
  const broken = programFolder('[ "$1" = --version ] && echo "tesseract 5.3.0" || { echo no data >&2; exit 1; }');
  await expect(find('auto', broken)).resolves.toBeNull();
  expect(said).toMatchObject([{ level: 'warn', fields: { why: 'tesseract failed (1): no data\n' } }]);
  await expect(find('native', broken)).rejects.toThrow('no data');
});

whereInstalled(
  'language data that the program cannot load is found at the start',
  async () => {
    const bad = [{ code: 'bad', data: new Uint8Array(100) }];
    await expect(find('native', searchPath, bad)).rejects.toThrow('tesseract failed');
  },
  60_000,
);

whereInstalled(
  'a scan is recognised by the program within an engine process',
  async () => {
    const native = await find('auto', searchPath);
    expect(native).not.toBeNull();
    expect(said).toMatchObject([
      { level: 'info', fields: { engine: 'native', version: expect.stringMatching(/^\d/) } },
    ]);
    const pool = recognisingPool({ native });
    try {
      const outPath = join(folder, 'pages');
      const { signal } = new AbortController();
      const done = await pool.recognisePages({ pdfPath: SCAN, pages: [1, 2], outPath, signal });
      expect(done).toMatchObject({ lost: [], tally: { withText: 2 } });
      const pages = await readPages([outPath]);
      const text = pages.map(({ runs }) => runs.map((run) => run.text).join(' ')).join(' ');
      expect(text).toContain('Every vessel reports to the harbour office within two hours of its arrival');
      expect(pages.every(({ recognised }) => (recognised?.confidence ?? 0) > 80)).toBe(true);
    } finally {
      await pool.close();
    }
  },
  240_000,
);

whereInstalled(
  'the program tells the language of a scan, in the sandbox that an engine process is in',
  async () => {
    const languages = 'eng+deu';
    const native = await find('auto', searchPath, await loadLanguages({ languages, dataDir: null }));
    const pool = recognisingPool({ native, languages });
    const pdfPath = join(folder, 'german.pdf');
    writeFileSync(pdfPath, await scanOf([GERMAN]));
    const { signal } = new AbortController();
    try {
      const question = { pdfPath, pagesPaths: [], pages: [1], declaredLanguage: null, signal };
      expect(await pool.chooseLanguages(question)).toBe('deu');
      // no page of it can be painted
      expect(await pool.chooseLanguages({ ...question, pages: [7] })).toBe('eng');
    } finally {
      await pool.close();
    }
  },
  240_000,
);

test('a program that hangs is killed with its page, and with an aborted job', async () => {
  const pidFile = join(folder, 'pid');
  const program = join(programFolder(`echo $$ > ${pidFile}; exec /bin/sleep 600`), 'tesseract');
  const pool = recognisingPool(
    { native: { program, dataDir: folder, callTimeoutMs: 60_000 }, pageTimeoutMs: 20_000 },
    seen,
  );
  const started = (): number | null => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) || null : null);
  const recognise = (signal: AbortSignal) =>
    pool.recognisePages({ pdfPath: SCAN, pages: [1], outPath: join(folder, 'hanging'), signal });
  try {
    const { lost } = await recognise(new AbortController().signal);
    expect(lost).toEqual([1]);
    await until(() => !isRunning(started()!), 'the program has ended with its page');
    rmSync(pidFile);
    const abort = new AbortController();
    const aborted = recognise(abort.signal);
    const refused = expect(aborted).rejects.toThrow('no longer wanted');
    await until(() => started() !== null, 'the program runs');
    abort.abort(new Error('no longer wanted'));
    await refused;
    await until(() => !isRunning(started()!), 'the program has ended with the job');
  } finally {
    await pool.close();
  }
});

test('a program does not outlive an engine process that is killed alone', async () => {
  const pidFile = join(folder, 'orphan');
  const program = join(
    programFolder(`[ -e ${pidFile} ] && exit 1; echo $$ > ${pidFile}; while :; do :; done`),
    'tesseract',
  );
  const pool = recognisingPool({ native: { program, dataDir: folder, callTimeoutMs: 60_000 } }, seen);
  try {
    const { signal } = new AbortController();
    const recognised = pool.recognisePages({ pdfPath: SCAN, pages: [1], outPath: join(folder, 'killed'), signal });
    const written = (): number => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0);
    await until(() => written() > 0, 'the program runs');
    const pid = written();
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
    process.kill(parent, 'SIGKILL');
    await until(() => !isRunning(pid), 'the program has ended with the engine process');
    await recognised; // the page is tried once more
  } finally {
    await pool.close();
  }
});

test('a program that nobody watches ends with its processor time', () => {
  const program = join(programFolder('while :; do :; done'), 'tesseract');
  const recogniser = nativeRecogniser({ program, dataDir: folder, callTimeoutMs: 1_000 }, 'eng');
  const blank = { width: 8, height: 8, grey: new Uint8Array(64).fill(255), scale: 1 };
  expect(() => recogniser.recognise(blank)).toThrow(/tesseract failed \((137|152|SIGKILL|SIGXCPU)\)/);
});

/** A killed program whose parent was killed too is a zombie until the system's first process has seen it. */
function isRunning(pid: number): boolean {
  const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return state !== '' && !/\) Z /.test(state);
}
