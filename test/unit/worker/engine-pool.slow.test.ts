import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { DOCUMENT_ERRORS } from '../../../contract/vocabulary.js';
import type { UnverifiedTree, VerifiedTree } from '../../../engine/shelf.js';
import { createEnginePool, type EnginePool } from '../../../worker/engine-pool.js';
import { readJsonFile, readPages } from '../../../worker/pages-file.js';
import { engineProcesses, signalIfAlive, suspendEngines } from '../../support/engine-processes.js';
import { endlessStream, memoryBomb, pdfOfPages, pdfOfTexts, rawPdf, textStream } from '../../support/raw-pdf.js';

jest.setTimeout(300_000); // each starts several processes

const MIB = 1024 * 1024;
const RECOGNITION = { languages: 'eng', dataDir: null, pageTimeoutMs: 60_000 };
const LIMITS = {
  concurrency: 2,
  memoryBytes: 2048 * MIB,
  pageTimeoutMs: 20_000,
  documentTimeoutMs: 60_000,
  startAhead: false,
  recognition: RECOGNITION,
};
/** Ends a page that never ends; enough for opening a file, which gets some times as much, on a loaded machine. */
const IMPATIENT = { ...LIMITS, pageTimeoutMs: 4_000, documentTimeoutMs: 240_000 };
/** For what has to end by another limit: no time ends it first. */
const PATIENT = { ...LIMITS, pageTimeoutMs: 120_000, documentTimeoutMs: 240_000 };
const quiet = { info: () => {} };
const options = { template: null, source: { fileName: 'a.pdf', sha256: '0'.repeat(64), sizeBytes: 1 } };

let folder: string;
let pool: EnginePool;
const live = new AbortController().signal;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-pool-'));
  pool = createEnginePool({ ...LIMITS, log: quiet });
});

afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

afterEach(() => expect(engineProcesses()).toEqual([]));

function file(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );

async function parse(target: EnginePool, pdfPath: string, pages: [number, number], onPage?: (page: number) => void) {
  const outPath = `${pdfPath}.pages`;
  const [first, last] = pages;
  const { lost } = await target.parsePages({
    pdfPath,
    first,
    last,
    outPath,
    signal: live,
    ...(onPage ? { onPage } : {}),
  });
  return { lost, pages: await readPages([outPath]), outPath };
}

test('paints the pages that can be painted', async () => {
  const pdfPath = file('painted.pdf', pdfOfPages([textStream('one'), endlessStream(), textStream('three')]));
  const outFolder = mkdtempSync(join(folder, 'pictures-'));
  const impatient = createEnginePool({ ...IMPATIENT, log: quiet });
  try {
    await impatient.paint({ pdfPath, pages: [1, 2, 3], outFolder, signal: live });
  } finally {
    await impatient.close();
  }
  expect(readdirSync(outFolder).toSorted()).toEqual(['1.webp', '3.webp']);
  expect(readFileSync(join(outFolder, '3.webp')).subarray(8, 12).toString()).toBe('WEBP');
});

test('takes a document from bytes to a verified tree', async () => {
  const pdfPath = file('whole.pdf', pdfOfTexts(['The first page.', 'The second page.']));
  const info = await pool.inspect(pdfPath, { signal: live });
  expect(info.pageCount).toBe(2);
  const { outPath } = await parse(pool, pdfPath, [1, 2]);
  const unverifiedTreePath = join(folder, 'draft');
  const treePath = join(folder, 'tree');
  const shared = { info, pagesPaths: [outPath], signal: live };
  await pool.structure({ ...shared, options, outPath: unverifiedTreePath });
  expect((await readJsonFile<UnverifiedTree>(unverifiedTreePath)).files.map(({ path }) => path)).toContain('README.md');
  const answer = await pool.verify({
    ...shared,
    unverifiedTreePath,
    options: { ...options, policy: 'strict' },
    outPath: treePath,
  });
  expect(answer.audit.status).toBe('passed');
  const tree = await readJsonFile<VerifiedTree>(treePath);
  expect(tree.files.find(({ path }) => path.startsWith('01-'))?.content).toContain('The second page.');
});

describe('a page at fault', () => {
  test('that takes too long costs itself, and the pages behind it are read', async () => {
    const impatient = createEnginePool({ ...IMPATIENT, log: quiet });
    const pdfPath = file('slow.pdf', pdfOfPages([textStream('before'), endlessStream(), textStream('behind')]));
    const { lost, pages } = await parse(impatient, pdfPath, [1, 3]);
    await impatient.close();
    expect(pages.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(lost).toEqual([2]);
    expect(pages[1]?.degraded).toBe('page_timeout');
    expect(pages[2]?.runs.map(({ text }) => text).join('')).toBe('behind');
  });

  test('whose process is stopped is given up after its time', async () => {
    const impatient = createEnginePool({ ...IMPATIENT, log: quiet });
    const pdfPath = file('stopped.pdf', pdfOfTexts(Array.from({ length: 400 }, (_, page) => `page ${page + 1}`)));
    let stopped = false;
    const { lost, pages } = await parse(impatient, pdfPath, [1, 400], () => {
      if (stopped) return;
      stopped = true;
      suspendEngines();
    });
    await impatient.close();
    expect(pages).toHaveLength(400);
    expect(lost.length).toBeLessThanOrEqual(1);
    expect(pages.filter(({ degraded }) => degraded).map(({ number }) => number)).toEqual(lost);
  });

  test('that eats memory costs itself', async () => {
    const small = createEnginePool({ ...PATIENT, memoryBytes: 256 * MIB, log: quiet });
    const bomb = await memoryBomb(900 * MIB);
    const pdfPath = file('bomb.pdf', pdfOfPages([textStream('before'), bomb, textStream('behind')]));
    const { pages } = await parse(small, pdfPath, [1, 3]);
    await small.close();
    expect(['page_memory', 'page_error']).toContain(pages[1]?.degraded);
    expect(pages[2]?.runs.map(({ text }) => text).join('')).toBe('behind');
  }, 240_000);
});

test('a process that somebody else kills costs no page, however far it had come', async () => {
  const pdfPath = file('killed.pdf', pdfOfTexts(Array.from({ length: 400 }, (_, page) => `page ${page + 1}`)));
  let kills = 0;
  const { lost, pages } = await parse(pool, pdfPath, [1, 400], () => {
    if (kills === 2) return;
    kills += 1;
    for (const pid of engineProcesses()) signalIfAlive(pid, 'SIGKILL');
  });
  expect(lost).toEqual([]);
  expect(pages.map(({ number }) => number)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
  expect(pages.filter(({ degraded }) => degraded)).toEqual([]);
});

test('nearly all pages at fault are the fault of the document', async () => {
  const impatient = createEnginePool({ ...IMPATIENT, log: quiet });
  const pdfPath = file('all-slow.pdf', pdfOfPages(Array.from({ length: 8 }, endlessStream)));
  const info = await pool.inspect(pdfPath, { signal: live });
  const { outPath, lost, pages } = await parse(impatient, pdfPath, [1, 8]);
  expect(lost).toHaveLength(8);
  expect(pages.map(({ untried }) => untried ?? false)).toEqual([...Array(3).fill(false), ...Array(5).fill(true)]);
  const work = impatient.structure({
    info,
    pagesPaths: [outPath],
    options,
    outPath: join(folder, 'none'),
    signal: live,
  });
  expect(await codeOf(work)).toBe('timed_out');
  await impatient.close();
}, 240_000);

test('an abort kills the process and leaves no file', async () => {
  const pdfPath = file('aborted.pdf', pdfOfPages([textStream('before'), endlessStream()]));
  const stop = new AbortController();
  const outPath = join(folder, 'aborted.pages');
  const work = pool.parsePages({
    pdfPath,
    first: 1,
    last: 2,
    outPath,
    signal: stop.signal,
    onPage: () => stop.abort(new Error('no longer wanted')),
  });
  await expect(work).rejects.toThrow('no longer wanted');
  expect(readdirSync(folder).filter((name) => name.startsWith('aborted.pages'))).toEqual([]);
});

test('close ends what runs and what waits', async () => {
  const single = createEnginePool({ ...LIMITS, concurrency: 1, log: quiet });
  const pdfPath = file('closed.pdf', pdfOfPages([endlessStream()]));
  const job = { pdfPath, first: 1, last: 1, signal: live };
  const running = codeOf(single.parsePages({ ...job, outPath: join(folder, 'one') }));
  const waiting = codeOf(single.parsePages({ ...job, outPath: join(folder, 'two') }));
  await single.close();
  expect(await Promise.all([running, waiting])).toEqual(['ABORT_ERR', 'ABORT_ERR']);
});

test('a small document runs beside other jobs, and is stopped when it takes long', async () => {
  const busy = createEnginePool({ ...LIMITS, concurrency: 1, smallJobMs: 4_000, log: quiet });
  const endless = file('endless.pdf', pdfOfPages([endlessStream()]));
  const stop = new AbortController();
  const job = { pdfPath: endless, first: 1, last: 1 };
  const other = codeOf(busy.parsePages({ ...job, outPath: join(folder, 'long'), signal: stop.signal }));
  let isOtherOver = false;
  void other.finally(() => (isOtherOver = true));
  const slow = busy.small.parsePages({ ...job, outPath: join(folder, 'slow'), signal: live });
  const next = busy.small.inspect(file('short.pdf', pdfOfTexts(['A page.'])), { signal: live });
  await expect(slow).rejects.toMatchObject({ name: 'NotSmall', message: 'took longer than 4 s' });
  expect(isOtherOver).toBe(false);
  expect(await next.catch(({ name }: Error) => name)).not.toBe('AbortError');
  stop.abort(Object.assign(new Error('enough'), { code: 'STOPPED' }));
  expect(await other).toBe('STOPPED');
  await busy.close();
});

describe('bad input gets the answer of its kind', () => {
  const whole = pdfOfTexts(['Some text.']);
  const cases: [string, Buffer, string][] = [
    ['no PDF', Buffer.from('This is no PDF at all.'), 'unreadable'],
    ['an empty file', Buffer.alloc(0), 'unreadable'],
    ['a head alone', whole.subarray(0, 20), 'unreadable'],
    ['no pages', rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']), 'no_pages'],
    ['a password', readFileSync('test/fixtures/hostile/issue3371.pdf'), 'password_required'],
  ];
  test.each(cases)('%s', async (name, bytes, code) => {
    expect(await codeOf(pool.inspect(file(`${name}.pdf`, bytes), { signal: live }))).toBe(code);
  });

  test('a file cut off in its middle is read as far as it goes, or refused', async () => {
    const long = pdfOfTexts(Array.from({ length: 20 }, (_, page) => `Page ${page + 1} of the text.`));
    const pdfPath = file('cut.pdf', long.subarray(0, long.length / 2));
    const code = await codeOf(
      pool.inspect(pdfPath, { signal: live }).then(({ pageCount }) => parse(pool, pdfPath, [1, pageCount])),
    );
    expect([null, 'unreadable', 'no_pages']).toContain(code);
  });

  test('a document without text', async () => {
    const pdfPath = file('blank.pdf', pdfOfPages([{ dictionary: '', bytes: Buffer.from('0 0 m 10 10 l S') }]));
    const info = await pool.inspect(pdfPath, { signal: live });
    const { outPath } = await parse(pool, pdfPath, [1, 1]);
    const work = pool.structure({ info, pagesPaths: [outPath], options, outPath: join(folder, 'x'), signal: live });
    expect(await codeOf(work)).toBe('no_text');
  });

  test('5,001 pages are counted, quickly', async () => {
    const pdfPath = file('many.pdf', pdfOfTexts(Array.from({ length: 5_001 }, (_, page) => `page ${page + 1}`)));
    expect((await pool.inspect(pdfPath, { signal: live })).pageCount).toBe(5_001);
  });
});

describe('hostile files end in a tree or in a known error', () => {
  const names = readdirSync('test/fixtures/hostile').filter((name) => name.endsWith('.pdf'));
  test.each(names)('%s', async (name) => {
    const pdfPath = join('test/fixtures/hostile', name);
    const work = async (): Promise<void> => {
      const info = await pool.inspect(pdfPath, { signal: live });
      const outPath = join(folder, `${name}.pages`);
      await pool.parsePages({ pdfPath, first: 1, last: info.pageCount, outPath, signal: live });
      const unverifiedTreePath = join(folder, `${name}.draft`);
      await pool.structure({ info, pagesPaths: [outPath], options, outPath: unverifiedTreePath, signal: live });
      const verifyOptions = { ...options, policy: 'best_effort' as const };
      const treePath = join(folder, `${name}.tree`);
      await pool.verify({
        info,
        pagesPaths: [outPath],
        unverifiedTreePath,
        options: verifyOptions,
        outPath: treePath,
        signal: live,
      });
    };
    expect([null, ...DOCUMENT_ERRORS]).toContain(await codeOf(work()));
  });
});
