/**
 * The convert command: the engine alone, without servers.
 *
 *   convert a.pdf [b.pdf ...] --out DIR [--template T] [--acceptance-policy P] [--timeout SECONDS-A-DOCUMENT]
 *           [--ocr-languages eng+deu] [--ocr-data-dir DIR] [--explain]
 *
 * writes DIR/a/ (the tree), DIR/a.md (its content files as one) and DIR/timings.json; with --explain also what was decided
 * and why, as DIR/a.decisions.jsonl and DIR/a.explain.html (docs/explain.md). A file that cannot be converted is a line on
 * stderr and exit code 1 at the end; the others are still done.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ACCEPTANCE_POLICIES, TEMPLATES, type AcceptancePolicy, type Template } from '../contract/vocabulary.js';
import { loadLanguages, type LanguageChoice } from '../engine/ocr/languages.js';
import { convertDocument, type Conversion } from './convert-document.js';
import { createEnginePool } from './engine-pool.js';
import type { ExplanationFiles } from './explain/explain.js';

const USAGE = `usage: convert a.pdf [b.pdf ...] --out DIR [--template T] [--acceptance-policy P] [--timeout SECONDS-A-DOCUMENT]
               [--ocr-languages eng+deu] [--ocr-data-dir DIR] [--explain]`;
const DEFAULT_TIMEOUT_SECONDS = 3600;
const PAGE_TIMEOUT_MS = 20_000;
const RECOGNITION_TIMEOUT_MS = 120_000;
const MEMORY_BYTES = 2048 * 1024 * 1024;

interface Request {
  files: string[];
  out: string;
  template: Template | null;
  policy: AcceptancePolicy;
  timeoutMs: number;
  recognition: LanguageChoice;
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
      'ocr-languages': { type: 'string', default: 'eng' },
      'ocr-data-dir': { type: 'string' },
      explain: { type: 'boolean', default: false },
      timeout: { type: 'string', default: String(DEFAULT_TIMEOUT_SECONDS) },
    },
  });
  if (positionals.length === 0 || !values.out) throw new Error(USAGE);
  const seconds = Number(values.timeout);
  if (!(seconds > 0)) throw new Error('--timeout is a number of seconds above 0');
  const names = positionals.map(nameOf);
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin !== undefined) throw new Error(`two files are named ${twin}: their trees would be one`);
  return {
    files: positionals,
    out: values.out,
    template: values.template === undefined ? null : oneOf(TEMPLATES, values.template, 'template'),
    policy: oneOf(ACCEPTANCE_POLICIES, values['acceptance-policy'], 'acceptance-policy'),
    timeoutMs: seconds * 1000,
    recognition: { languages: values['ocr-languages'], dataDir: values['ocr-data-dir'] ?? null },
    explain: values.explain,
  };
}

/** Never empty or of dots alone: the folder of that name is emptied, and must not be the one around it. */
const nameOf = (file: string): string =>
  basename(file)
    .replace(/\.pdf$/i, '')
    .replace(/^\.*$/, 'document');

/** Beside the tree, which is the same with them and without. */
const explanationOf = (out: string, name: string): ExplanationFiles => ({
  decisionsPath: join(out, `${name}.decisions.jsonl`),
  htmlPath: join(out, `${name}.explain.html`),
});

async function convertAll(request: Request): Promise<boolean> {
  const { files, out, template, policy, timeoutMs, recognition } = request;
  await loadLanguages(recognition); // a missing one is told before any work
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
        const done = await convertDocument(pool, {
          file,
          folder: join(out, name),
          template,
          policy,
          timeoutMs,
          ...(request.explain ? { explanation: explanationOf(out, name) } : {}),
        });
        const seconds = Math.round(performance.now() - startedMs) / 1000;
        timings[name] = { pages: done.pageCount, seconds };
        await writeFile(join(out, `${name}.md`), done.markdown);
        say(progressLine(name, done, seconds));
      } catch (error) {
        allDone = false;
        const { code, message } = error as { code?: unknown; message?: unknown };
        say(`${file}: ${typeof code === 'string' ? `${code}: ` : ''}${String(message)}`);
      }
      await writeFile(join(out, 'timings.json'), `${JSON.stringify(timings, null, 2)}\n`);
    }
    return allDone;
  } finally {
    await pool.close(); // the process that is started ahead would keep this one alive
  }
}

function progressLine(name: string, { pageCount, fileCount, tier, audit }: Conversion, seconds: number): string {
  return `${name}: ${pageCount} pages, ${fileCount} files, ${tier}, ${audit}, ${seconds.toFixed(1)} s`;
}

try {
  process.exitCode = (await convertAll(readArguments(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  say((error as Error).message);
  process.exitCode = 2;
}
