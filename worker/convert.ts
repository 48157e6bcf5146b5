/**
 * The convert command: the engine alone, without servers.
 *
 *   convert a.pdf [b.pdf ...] --out DIR [--template T] [--acceptance-policy P] [--timeout SECONDS-A-DOCUMENT]
 *           [--ocr-languages eng+deu] [--ocr-data-dir DIR] [--until STAGE] [--explain]
 *
 * writes DIR/a/ (the tree), DIR/a.md (its content files as one) and DIR/timings.json. A file that cannot be converted is
 * reported on stderr and makes the exit code 1; the others are still converted.
 *
 * With --until it writes DIR/a.STAGE.json instead: the output of that stage of engine/pipeline.ts. Such a file can be given
 * in place of a PDF; the stages after it are then run, with the same template and policy.
 *
 * With --explain it also writes what was decided and why: DIR/a.decisions.jsonl and DIR/a.explain.html (docs/explain.md).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ACCEPTANCE_POLICIES, TEMPLATES, type AcceptancePolicy, type Template } from '../contract/vocabulary.js';
import { loadLanguages } from '../engine/ocr/languages.js';
import { STAGES, type StageName } from '../engine/pipeline.js';
import { ENGINE_DEFAULTS } from '../infra/engine-environment.js';
import { INSTALLED_LANGUAGES } from '../infra/recognition-languages.js';
import { convertDocument, type Conversion } from './convert-document.js';
import { convertRecord, convertUntil, isRecord } from './convert-stage.js';
import { createEnginePool, type EnginePool } from './engine-pool.js';
import type { ExplanationFiles } from './explain/explain.js';

const USAGE = `usage: convert a.pdf [b.pdf ...] --out DIR [--template T] [--acceptance-policy P] [--timeout SECONDS-A-DOCUMENT]
               [--ocr-languages eng+deu] [--ocr-data-dir DIR] [--until STAGE] [--explain]`;
const STAGE_NAMES = STAGES.map(({ name }) => name);
const DEFAULT_TIMEOUT_SECONDS = 60 * ENGINE_DEFAULTS.documentTimeoutMinutes;
const PAGE_TIMEOUT_MS = 1000 * ENGINE_DEFAULTS.pageTimeoutSeconds;
const RECOGNITION_TIMEOUT_MS = 1000 * ENGINE_DEFAULTS.recognitionTimeoutSeconds;
const MEMORY_BYTES = ENGINE_DEFAULTS.memoryMib * 1024 * 1024;

interface Request {
  files: string[];
  out: string;
  template: Template | null;
  policy: AcceptancePolicy;
  timeoutMs: number;
  /** What scanned pages are recognised in; null to have each document decide. */
  languages: string | null;
  dataDir: string | null;
  until: StageName | null;
  explain: boolean;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function oneOf<T extends string>(known: readonly T[], value: string, option: string): T {
  const found = known.find((one) => one === value);
  if (!found) throw new Error(`--${option} is one of ${known.join(', ')}`);
  return found;
}

/** @throws Error with a message for the user. */
function readArguments(args: string[]): Request {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      template: { type: 'string' },
      'acceptance-policy': { type: 'string', default: 'balanced' },
      'ocr-languages': { type: 'string' },
      'ocr-data-dir': { type: 'string' },
      until: { type: 'string' },
      explain: { type: 'boolean', default: false },
      timeout: { type: 'string', default: String(DEFAULT_TIMEOUT_SECONDS) },
    },
  });
  if (positionals.length === 0 || !values.out) throw new Error(USAGE);
  const seconds = Number(values.timeout);
  if (!(seconds > 0)) throw new Error('--timeout is a number of seconds above 0');
  if (values.explain && (values.until !== undefined || positionals.some(isRecord)))
    throw new Error('--explain is for PDFs that are converted to the end');
  const names = positionals.map(nameOf);
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin !== undefined) throw new Error(`two files are named ${twin}: their trees would be one`);
  return {
    files: positionals,
    out: values.out,
    template: values.template === undefined ? null : oneOf(TEMPLATES, values.template, 'template'),
    policy: oneOf(ACCEPTANCE_POLICIES, values['acceptance-policy'], 'acceptance-policy'),
    timeoutMs: seconds * 1000,
    languages: values['ocr-languages'] ?? null,
    dataDir: values['ocr-data-dir'] ?? null,
    until: values.until === undefined ? null : oneOf(STAGE_NAMES, values.until, 'until'),
    explain: values.explain,
  };
}

/** Never empty or only dots: the folder of that name is emptied, and must not be its parent. */
const nameOf = (file: string): string =>
  basename(file)
    .replace(/\.pdf$|\.[a-z-]+\.json$/i, '')
    .replace(/^\.*$/, 'document');

/** Next to the tree, which does not depend on them. */
const explanationOf = (out: string, name: string): ExplanationFiles => ({
  decisionsPath: join(out, `${name}.decisions.jsonl`),
  htmlPath: join(out, `${name}.explain.html`),
});

async function convertAll(request: Request): Promise<boolean> {
  const { files, out, timeoutMs, languages, dataDir } = request;
  const recognition = { languages: languages ?? INSTALLED_LANGUAGES, dataDir };
  await loadLanguages(recognition); // reports a missing one before any work
  await mkdir(out, { recursive: true });
  const pool = createEnginePool({
    concurrency: availableParallelism(),
    memoryBytes: MEMORY_BYTES,
    pageTimeoutMs: Math.min(PAGE_TIMEOUT_MS, timeoutMs),
    recognition: { ...recognition, pageTimeoutMs: Math.min(RECOGNITION_TIMEOUT_MS, timeoutMs) },
    documentTimeoutMs: timeoutMs,
    startAhead: true,
    log: { info: () => {} }, // the command's output is its progress lines
  });
  const timings: Record<string, { pages: number; seconds: number }> = {};
  let allDone = true;
  try {
    for (const file of files) {
      const name = nameOf(file);
      const startedMs = performance.now();
      try {
        const done = await convertOne(pool, file, request);
        const seconds = Math.round(performance.now() - startedMs) / 1000;
        if (done) timings[name] = { pages: done.pageCount, seconds };
        say(`${name}: ${done ? progressOf(done) : `until ${request.until}`}, ${seconds.toFixed(1)} s`);
      } catch (error) {
        allDone = false;
        const { code, message } = error as { code?: unknown; message?: unknown };
        say(`${file}: ${typeof code === 'string' ? `${code}: ` : ''}${String(message)}`);
      }
      await writeFile(join(out, 'timings.json'), `${JSON.stringify(timings, null, 2)}\n`);
    }
    return allDone;
  } finally {
    await pool.close(); // the process started ahead would keep this one alive
  }
}

/** Converts one file to a tree, or only to the output of one stage; null for the latter. */
async function convertOne(pool: EnginePool, file: string, request: Request): Promise<Conversion | null> {
  const { out, template, policy, timeoutMs, languages, until } = request;
  const name = nameOf(file);
  if (until) {
    await convertUntil(pool, {
      file,
      outPath: join(out, `${name}.${until}.json`),
      template,
      policy,
      timeoutMs,
      languages,
      until,
    });
    return null;
  }
  const folder = join(out, name);
  const explanation = request.explain ? explanationOf(out, name) : null;
  const done = isRecord(file)
    ? await convertRecord(pool, { file, folder, timeoutMs })
    : await convertDocument(pool, { file, folder, template, policy, timeoutMs, languages, explanation });
  await writeFile(join(out, `${name}.md`), done.markdown);
  return done;
}

function progressOf({ pageCount, fileCount, tier, audit }: Conversion): string {
  return `${pageCount} pages, ${fileCount} files, ${tier}, ${audit}`;
}

try {
  process.exitCode = (await convertAll(readArguments(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  say((error as Error).message);
  process.exitCode = 2;
}
