/**
 * The document engine in child processes: a bounded number at once, each for one job, within limits of memory and time,
 * and killed as a process group on abort, stall and deadline.
 */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Abortable, DocumentEngine, StructureJob } from '../activities/document-engine.js';
import type { RecognitionChoice } from './recognition.js';
import { languageNames } from '../infra/recognition-languages.js';
import { NOT_SMALL } from '../workflows/messages.js';
import { LIMITED_BY } from './engine-launch.js';
import { documentError, isCrash } from './engine-errors.js';
import { runEngineProcess } from './engine-process.js';
import type { EngineEvent, EngineJob, EngineResults, ExplanationRequest } from './engine-protocol.js';
import { createEngineStarter, type EngineStarter, type EngineWatch } from './engine-starter.js';
import { createJobQueue } from './job-queue.js';
import { describeConfinement, findConfinement, openPremises, type Confinement } from './sandbox/confinement.js';
import { OPEN_STALLS, runPageByPage } from './page-by-page.js';
import { untracedJob, type TraceJob } from './traces.js';
import { parseRange, type RangeRequest, type RangeResult } from './parse-range.js';

/** Time limit for applying the operations of an approval. */
const EDIT_MS = 60_000;
/** For a picture that a client waits for, opening the document included. */
const DRAW_MS = 30_000;
/** For one job on a small document, which takes half a second, or a few on a loaded machine. The next waits no longer. */
const SMALL_JOB_MS = 20_000;

/**
 * How many jobs on small documents run beside the others: half as many as there are processes, so that a batch of small
 * documents is not limited to one processor.
 */
export const smallJobsBeside = (processes: number): number => Math.ceil(processes / 2);

/** How many pictures are drawn beside all other jobs: the clients that wait for them do not wait for documents. */
export const pagesDrawnAtOnce = (processes: number): number => Math.ceil(processes / 2);

/** How many approvals with operations are applied at once: one that takes long does not hold up the next. */
export const editsAtOnce = (processes: number): number => Math.max(2, Math.ceil(processes / 2));

export interface EnginePoolOptions {
  /** Concurrent engine processes, not counting those for small documents. */
  concurrency: number;
  /** Limit of the data segment of one process. */
  memoryBytes: number;
  pageTimeoutMs: number;
  /** How pages without text are recognised. */
  recognition: RecognitionChoice & { pageTimeoutMs: number };
  /** Time limit of one job. */
  documentTimeoutMs: number;
  /** Time limit of one job on a small document; 20 s if not given. */
  smallJobMs?: number;
  /** Keeps the next process started (some 90 MB), so that no job waits for its start. */
  startAhead: boolean;
  /** Gets the folders of the processes, which `close` removes; the system's temporary folder if not given. */
  folder?: string;
  /** What keeps the processes away from the system; what it allows if not given. */
  confinement?: Confinement;
  /** Notified of the processes, for `/metrics`. */
  watch?: EngineWatch;
  /** Does each job in a span of its own; without one if not given. */
  trace?: TraceJob;
  log: { info(fields: object, message: string): void };
}

type PagesMethod = 'parsePages' | 'recognisePages';

/** A structure job that may keep every decision of the stages, verification included. */
export type ExplainedJob = StructureJob & Abortable & { explain?: ExplanationRequest };

/** The job of a range, whose pages may go with what was decided about them. */
type ReadJob<Name extends PagesMethod> = Parameters<DocumentEngine[Name]>[0] & { explains?: boolean };

/** Jobs that clients wait for. */
type ClientJobs = Pick<DocumentEngine, 'edit' | 'draw' | 'measure'>;

/** The engine's jobs; the pool also says which pages of a range were lost. */
export type EngineJobs = Omit<DocumentEngine, PagesMethod | keyof ClientJobs | 'structure'> & {
  [Name in PagesMethod]: (job: ReadJob<Name>) => Promise<RangeResult>;
} & { structure(job: ExplainedJob): Promise<void> };

export interface PaintJob {
  pdfPath: string;
  /** Counted from 1, ascending. */
  pages: readonly number[];
  /** Gets a file for each page that can be painted: see `picturePath`. */
  outFolder: string;
  signal: AbortSignal;
}

export interface StageJob extends Pick<EngineJob & { kind: 'stage' }, 'from' | 'until'> {
  /** Gets a StageRecord as JSON. */
  outPath: string;
  signal: AbortSignal;
}

export interface EnginePool extends EngineJobs, ClientJobs {
  /** The number of jobs that run at once, not counting those on small documents. */
  readonly processes: number;
  /**
   * The same for small documents: they run beside the other jobs, which may take minutes. A job that takes long after
   * all ends with an error named NotSmall.
   */
  small: EngineJobs;
  /** Runs the engine's stages up to one of them and writes its output: for developers, not for the service. */
  stage(job: StageJob): Promise<void>;
  /** Renders pages as pictures. A page that hangs, crashes or is broken has no picture. */
  paint(job: PaintJob): Promise<void>;
  /** Kills the jobs that run and refuses those that wait. */
  close(): Promise<void>;
}

/** How a job waits for its permit: `run` of a JobQueue. */
type Schedule = <T>(signal: AbortSignal, work: (stop: AbortSignal) => Promise<T>) => Promise<T>;

export function createEnginePool(options: EnginePoolOptions): EnginePool {
  const { concurrency, memoryBytes, documentTimeoutMs, smallJobMs = SMALL_JOB_MS } = options;
  const queue = createJobQueue(concurrency);
  const smallQueue = createJobQueue(smallJobsBeside(concurrency));
  const editQueue = createJobQueue(editsAtOnce(concurrency));
  const drawQueue = createJobQueue(pagesDrawnAtOnce(concurrency));
  const limits = { memoryBytes, cpuSeconds: documentTimeoutMs / 1000 + 1 };
  const { startAhead: ahead, watch, confinement = findConfinement() } = options;
  const premises = openPremises(options.folder ?? tmpdir(), confinement, readableOf(options.recognition));
  const engines = createEngineStarter({ limits, premises, ahead, ...(watch ? { watch } : {}) });
  const sandbox = describeConfinement(confinement);
  const { startsFrom } = engines;
  const facts = { limitedBy: LIMITED_BY, memoryBytes, processes: concurrency, startsFrom, sandbox };
  options.log.info(facts, 'engine pool is open');

  const quick = { ...options, documentTimeoutMs: Math.min(DRAW_MS, documentTimeoutMs) };
  const runDraw = jobRunner((signal, work) => drawQueue.run(signal, work), engines, quick);
  const schedule: Schedule = (signal, work) => queue.run(signal, work);
  return {
    processes: concurrency,
    ...engineJobs(schedule, engines, options),
    small: engineJobs(
      (signal, work) => smallQueue.run(signal, (stop) => briefly(smallJobMs, stop, work)),
      engines,
      options,
    ),
    async stage({ signal, ...job }) {
      await jobRunner(schedule, engines, options)<'stage'>({ kind: 'stage', ...job }, signal);
    },
    paint: ({ signal, pages, ...job }) =>
      schedule(signal, (stop) =>
        runPageByPage<'paint'>(
          { pages, jobOf: (rest, recycleBytes) => ({ kind: 'paint', pages: rest, recycleBytes, ...job }), onLost() {} },
          { engines, memoryBytes, pageTimeoutMs: options.pageTimeoutMs, deadlineMs: documentTimeoutMs, signal: stop },
        ),
      ),
    async draw({ signal, ...job }) {
      try {
        return await runDraw<'draw'>({ kind: 'draw', ...job }, signal);
      } catch (error) {
        if (isCrash(error) && error.cause !== 'killed') return { drawn: false };
        throw error;
      }
    },
    measure: (pdfPath, { signal }) => runDraw<'measure'>({ kind: 'measure', pdfPath }, signal),
    edit({ signal, prepare, maxWaitMs, ...job }) {
      const prepared: Schedule = (waiting, work) =>
        editQueue.run(waiting, async (stop) => prepare().then(() => work(stop)), { maxWaitMs });
      return jobRunner(prepared, engines, options)<'edit'>({ kind: 'edit', ...job }, signal, { stallMs: EDIT_MS });
    },
    async close() {
      await editQueue.close();
      await drawQueue.close();
      await smallQueue.close();
      await queue.close();
      await engines.close();
      await rm(premises.root, { recursive: true, force: true });
    },
  };
}

/** What recognition reads outside the program. */
function readableOf({ dataDir, native }: RecognitionChoice): string[] {
  return [dataDir, native?.dataDir, native?.program].filter((path) => typeof path === 'string');
}

type Limits = Pick<EnginePoolOptions, 'memoryBytes' | 'pageTimeoutMs' | 'recognition' | 'documentTimeoutMs' | 'trace'>;

/** Jobs of one process each. One that fails leaves no file behind. */
function jobRunner(
  schedule: Schedule,
  engines: EngineStarter,
  { memoryBytes, documentTimeoutMs, trace = untracedJob }: Limits,
) {
  return async <K extends EngineJob['kind']>(
    job: Extract<EngineJob, { kind: K }>,
    signal: AbortSignal,
    { stallMs = documentTimeoutMs, onEvent }: { stallMs?: number; onEvent?: (event: EngineEvent) => void } = {},
  ): Promise<EngineResults[K]> =>
    schedule(signal, async (stop) => {
      const times = { stallMs, openStallMs: stallMs, deadlineMs: documentTimeoutMs };
      try {
        return await trace(job.kind, (onStage) => {
          const watched = (event: EngineEvent): void => {
            onStage(event);
            onEvent?.(event);
          };
          return runEngineProcess<K>(job, { engines, memoryBytes, ...times, onEvent: watched, signal: stop });
        });
      } catch (error) {
        if ('outPath' in job) await rm((job as { outPath: string }).outPath, { force: true });
        throw documentError(error);
      }
    });
}

function engineJobs(schedule: Schedule, engines: EngineStarter, limits: Limits): EngineJobs {
  const { memoryBytes, pageTimeoutMs, recognition, documentTimeoutMs, trace = untracedJob } = limits;
  const run = jobRunner(schedule, engines, limits);
  const openMs = pageTimeoutMs * OPEN_STALLS;
  const installed = languageNames(recognition.languages);
  const range = (request: Omit<RangeRequest, 'installed'>, pageMs: number, signal: AbortSignal): Promise<RangeResult> =>
    schedule(signal, (stop) => {
      const times = { pageTimeoutMs: pageMs, deadlineMs: documentTimeoutMs };
      const kind = request.recognition === null ? 'parse' : 'recognise';
      return trace(kind, () => parseRange({ ...request, installed }, { engines, memoryBytes, ...times, signal: stop }));
    });
  return {
    inspect: (pdfPath, { signal }) => run<'inspect'>({ kind: 'inspect', pdfPath }, signal, { stallMs: openMs }),
    parsePages: ({ signal, first, last, ...job }) => {
      const pages = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      return range({ ...job, pages, recognition: null }, pageTimeoutMs, signal);
    },
    async chooseLanguages({ signal, ...job }) {
      const { pageTimeoutMs: recognitionMs, ...choice } = recognition;
      const [first = '', ...others] = installed;
      if (others.length === 0) return first;
      try {
        return await run<'languages'>({ kind: 'languages', ...job, recognition: choice }, signal, {
          stallMs: recognitionMs,
        });
      } catch (error) {
        if (signal.aborted || !isTrialsFault(error)) throw error;
        return first;
      }
    },
    recognisePages: ({ signal, languages, ...job }) => {
      const { pageTimeoutMs: recognitionMs, ...all } = recognition;
      const choice = languages === undefined ? all : { ...all, languages };
      return range({ ...job, recognition: choice }, recognitionMs, signal);
    },
    async structure({ signal, ...job }) {
      await run<'structure'>({ kind: 'structure', ...job }, signal);
    },
    verify: ({ signal, ...job }) => run<'verify'>({ kind: 'verify', ...job }, signal),
    conclude: ({ signal, onVerifying, ...job }) => {
      const onEvent = onceEach((event) => event.type === 'step' && event.step === 'verifying' && onVerifying?.());
      return run<'conclude'>({ kind: 'conclude', ...job }, signal, { onEvent });
    },
    convert: ({ signal, onProgress, ...job }) => {
      const onEvent = onceEach((event) => {
        if (event.type === 'step') onProgress?.({ step: event.step });
        else if (event.type === 'counted' && isPageCount(event.pages, job)) onProgress?.({ pageCount: event.pages });
      });
      return run<'convert'>({ kind: 'convert', ...job }, signal, { stallMs: openMs, onEvent });
    },
  };
}

/** Passes on the events of a job's progress, each of them once, whatever a hostile process sends. */
function onceEach(tell: (event: EngineEvent) => unknown): (event: EngineEvent) => void {
  const awaited = new Set(['counted', 'structuring', 'verifying']);
  return (event) => {
    if (awaited.delete(event.type === 'step' ? event.step : event.type)) tell(event);
  };
}

const isPageCount = (pages: number, { maxPages }: { maxPages: number }): boolean =>
  Number.isInteger(pages) && pages >= 1 && pages <= maxPages;

/** Whether a page could not be tried: it hangs, breaks its process or cannot be painted. Its recognition will tell. */
const isTrialsFault = (error: unknown): boolean =>
  (error as Error).name === 'DocumentError' || (isCrash(error) && error.cause !== 'killed');

/** Runs `work` with a signal that also aborts once it has taken longer than a small document does. */
async function briefly<T>(ms: number, stop: AbortSignal, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const message = `took longer than ${ms / 1000} s`;
  const timer = setTimeout(() => late.abort(Object.assign(new Error(message), { name: NOT_SMALL })), ms);
  try {
    return await work(AbortSignal.any([stop, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
