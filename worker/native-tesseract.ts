/**
 * The program `tesseract` in place of its WebAssembly build: less time for a page, and another version, so that the words
 * may differ. It reads the same language data. Each call is a child of the engine process: in its group, and so killed
 * with it by the pool; killed by the kernel when the engine process dies alone; and under its kernel limits, each process
 * by itself, but with less processor time.
 */
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { linesOfHocr } from '../engine/ocr/hocr.js';
import { portableGreymap, type Language, type Recogniser } from '../engine/ocr/tesseract.js';
import type { OCR_ENGINES } from '../infra/engine-environment.js';

export interface NativeTesseract {
  /** Absolute path of the program. */
  program: string;
  /** Folder of the unpacked language data. */
  dataDir: string;
  /** Limit of one call, both of time and of processor time: the latter holds without a parent that watches. */
  callTimeoutMs: number;
}

/** Found when it is needed: the engine processes that recognise nothing start no other. */
const processes = () => process.getBuiltinModule('node:child_process');
/** The first version with the boxes of characters and the models of today. */
const LEAST_MAJOR = 5;
const START_TIMEOUT_MS = 20_000;
/** A page of newsprint gives 3 MB of hOCR. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const STDERR_SHOWN_CHARS = 300;
const INCH = 72;
const LSTM_ONLY = '1';
const AUTOMATIC_SEGMENTATION = '3';
const SECOND = 1000;
/**
 * The shell becomes the program, which can use a limited number of seconds of processor time and, where setpriv is installed, dies with the
 * engine process. The shell looks for it, since the engine process may not read the system's folders.
 */
const LIMITED =
  'ulimit -t "$0" 2>/dev/null; [ -x /usr/bin/setpriv ] && exec /usr/bin/setpriv --pdeathsig KILL "$@"; exec "$@"';

export interface Search {
  engine: (typeof OCR_ENGINES)[number];
  /** As in PATH. */
  searchPath: string;
  /** Gets the folder `tessdata`; worker processes share it. */
  workDir: string;
  /** As in NativeTesseract. */
  callTimeoutMs: number;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/**
 * Looks for the program and lets it load the languages. Null where it is not wanted or, under `auto`, cannot be used;
 * the log says what recognises.
 *
 * @throws Error under `native`, saying why the program cannot be used.
 */
export async function findTesseract(languages: readonly Language[], search: Search): Promise<NativeTesseract | null> {
  const { engine, log } = search;
  if (engine === 'wasm') {
    log.info({ engine }, 'pages are recognised by WebAssembly');
    return null;
  }
  const program = await programOf(search.searchPath);
  try {
    if (program === null) throw new Error('tesseract is not on PATH');
    const version = await versionOf(program);
    const native = {
      program,
      dataDir: await unpackData(languages, search.workDir),
      callTimeoutMs: search.callTimeoutMs,
    };
    await checkLanguages(native, languages);
    log.info({ engine: 'native', program, version }, 'pages are recognised by tesseract');
    return native;
  } catch (error) {
    if (engine === 'native') throw error;
    const level = program === null ? 'info' : 'warn';
    log[level]({ engine: 'wasm', why: (error as Error).message }, 'pages are recognised by WebAssembly');
    return null;
  }
}

async function programOf(searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(delimiter).filter((one) => isAbsolute(one))) {
    const path = join(folder, 'tesseract');
    const isProgram = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram) return path;
  }
  return null;
}

async function versionOf(program: string): Promise<string> {
  const { stdout, stderr } = await promisify(processes().execFile)(program, ['--version'], {
    env: {},
    timeout: START_TIMEOUT_MS,
  });
  const version = /tesseract v?((\d+)\.[\d.]+)/.exec(`${stdout}\n${stderr}`);
  if (!version || Number(version[2]) < LEAST_MAJOR) {
    throw new Error(`tesseract ${version?.[1] ?? 'of an unknown version'} is older than ${LEAST_MAJOR}.0`);
  }
  return version[1]!;
}

/** The program wants files of one folder, unpacked; the WebAssembly build takes the same bytes from memory. */
async function unpackData(languages: readonly Language[], workDir: string): Promise<string> {
  const dataDir = join(workDir, 'tessdata');
  await mkdir(dataDir, { recursive: true });
  for (const { code, data } of languages) {
    const path = join(dataDir, `${code}.traineddata`);
    // another worker may be reading it
    const partial = `${path}.${randomUUID()}`;
    await writeFile(partial, data);
    await rename(partial, path);
  }
  return dataDir;
}

async function checkLanguages(native: NativeTesseract, languages: readonly Language[]): Promise<void> {
  const blank = { width: 64, height: 64, grey: new Uint8Array(64 * 64).fill(255), scale: 1 };
  const atStart = { ...native, callTimeoutMs: START_TIMEOUT_MS };
  nativeRecogniser(atStart, languages.map(({ code }) => code).join('+')).recognise(blank);
}

export function nativeRecogniser({ program, dataDir, callTimeoutMs }: NativeTesseract, codes: string): Recogniser {
  const cpuSeconds = String(Math.ceil(callTimeoutMs / SECOND));
  const limited = ['-c', LIMITED, cpuSeconds, program];
  const fixed = ['stdin', 'stdout', '--tessdata-dir', dataDir, '-l', codes, '--oem', LSTM_ONLY];
  const hocr = ['-c', 'tessedit_create_hocr=1', '-c', 'hocr_char_boxes=1'];
  return {
    recognise(bitmap) {
      const dpi = String(Math.round(bitmap.scale * INCH));
      const done = processes().spawnSync(
        '/bin/sh',
        [...limited, ...fixed, '--psm', AUTOMATIC_SEGMENTATION, '--dpi', dpi, ...hocr],
        {
          input: portableGreymap(bitmap),
          // engine processes share the processors already
          env: { OMP_THREAD_LIMIT: '1' },
          maxBuffer: MAX_OUTPUT_BYTES,
          timeout: callTimeoutMs,
          killSignal: 'SIGKILL',
          encoding: 'utf8',
        },
      );
      // an error of the system carries a code as those of files do, and would fail the document, not the page
      const { status, signal, error, stderr } = done;
      if (status !== 0) {
        const why = status ?? signal ?? error?.message;
        throw new Error(`tesseract failed (${why}): ${(stderr ?? '').slice(-STDERR_SHOWN_CHARS)}`);
      }
      return linesOfHocr(done.stdout);
    },
  };
}
