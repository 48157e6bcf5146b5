/**
 * Runs damaged PDFs through the engine. Each has to end in a tree or a DocumentError. They are run one after the other in
 * one process, which is fast; a file that this process does not survive is run again as the service does it, where such
 * a file costs a page or ends in a DocumentError, and only what fails there counts as a failure.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertDocument } from '../worker/convert-document.js';
import { createEnginePool, type EnginePool } from '../worker/engine-pool.js';
import { diceOf, mutate } from './mutate.js';

const FOLDERS = ['local/sample', 'test/fixtures/hostile', '../shared/corpus', '../shared/corpus/hostile'];
/** Long documents would take longer and find nothing that short ones do not. */
const MAX_SOURCE_BYTES = 400_000;
const STALL_MS = 10_000;
const RECOGNITION = { languages: 'eng', dataDir: null, pageTimeoutMs: 60_000 };
const LIMITS = {
  recognition: RECOGNITION,
  pageTimeoutMs: 10_000,
  documentTimeoutMs: 120_000,
  memoryBytes: 1024 * 1024 * 1024,
};
const RUNNER = fileURLToPath(new URL('./mutant-runner.js', import.meta.url));

export interface MutantRequest {
  count: number;
  seed: number;
  /** Folders with the PDFs to damage; those of the repository and, where it is there, of the corpus. */
  folders?: readonly string[];
  say: (line: string) => void;
}

interface Outcome {
  code: string;
  stack?: string;
}

/** @returns whether every file ended as it has to. Writes those that did not, with their stack, and reports where. */
export async function runMutants({ count, seed, folders = FOLDERS, say }: MutantRequest): Promise<boolean> {
  const sources = sourcesIn(folders);
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-mutants-'));
  const runner = createRunner();
  const pool = createEnginePool({ ...LIMITS, concurrency: 1, startAhead: false, log: { info: () => {} } });
  const tally = new Map<string, number>();
  let failures = 0;
  try {
    for (let number = 0; number < count; number++) {
      const dice = diceOf(seed * 1_000_003 + number);
      const path = join(folder, `mutant-${seed}-${number}.pdf`);
      writeFileSync(path, mutate(sources[dice(sources.length)]!, dice));
      let outcome = await runner.run(path);
      if (outcome.code === 'killed') {
        outcome = await isolated(pool, path, folder);
        say(`${path} ended its process: isolated, it is ${outcome.code}`);
      }
      tally.set(outcome.code, (tally.get(outcome.code) ?? 0) + 1);
      if (outcome.code !== 'defect') rmSync(path);
      else if (++failures > 0) say(`${path}: ${outcome.stack}`);
    }
  } finally {
    runner.close();
    await pool.close();
    if (failures === 0) rmSync(folder, { recursive: true });
  }
  const counts = [...tally].sort((a, b) => b[1] - a[1]).map(([code, times]) => `${times} ${code}`);
  say(`${count} damaged files of ${sources.length} documents, seed ${seed}: ${counts.join(', ')}`);
  return failures === 0;
}

function sourcesIn(folders: readonly string[]): Buffer[] {
  const paths = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .map((file) => join(folder, file)),
    )
    .filter((path) => path.endsWith('.pdf') && !path.includes('scan') && statSync(path).size <= MAX_SOURCE_BYTES);
  return paths.map((path) => readFileSync(path));
}

/** Runs files in one process, and starts another when a file has crashed or stalled it. */
function createRunner() {
  let child: ChildProcess | null = null;
  return {
    async run(path: string): Promise<Outcome> {
      child ??= fork(RUNNER, { execArgv: ['--max-old-space-size=768'], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      const running = child;
      const timer = setTimeout(() => running.kill('SIGKILL'), STALL_MS);
      const outcome = await new Promise<Outcome>((resolve) => {
        running.removeAllListeners();
        running.once('message', (told) => resolve(told as Outcome));
        running.once('exit', () => resolve({ code: 'killed' }));
        running.send(path, (error) => error && resolve({ code: 'killed' }));
      });
      clearTimeout(timer);
      if (outcome.code === 'killed') child = null;
      return outcome;
    },
    close: () => void child?.kill('SIGKILL'),
  };
}

async function isolated(pool: EnginePool, file: string, scratch: string): Promise<Outcome> {
  const request = { file, folder: join(scratch, 'tree'), template: null, policy: 'best_effort' as const };
  try {
    await convertDocument(pool, { ...request, timeoutMs: LIMITS.documentTimeoutMs });
    return { code: 'tree' };
  } catch (error) {
    const { name, code, stack } = error as { name?: string; code?: string; stack?: string };
    return name === 'DocumentError' ? { code: code ?? 'defect' } : { code: 'defect', stack: stack ?? String(error) };
  }
}
