/** The metrics of a worker. Labels hold no ids: their values come from closed lists. */
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Activities } from '../activities/index.js';
import { REPAIRS, type Repair } from '../activities/deps.js';
import { attemptReason, type AttemptReason } from '../activities/failures.js';
import { ENGINE_ENDS, type EngineWatch } from './engine-starter.js';

/** The activities that are steps of a document, with the label of the step. */
const STEPS: Record<string, string> = {
  inspectDocument: 'inspect',
  parsePages: 'parse',
  chooseLanguages: 'languages',
  recognisePages: 'recognise',
  structureShelf: 'structure',
  verifyShelf: 'verify',
  makeSmallVersion: 'small',
  publishVersion: 'publish',
  approveShelf: 'approve',
};
/** Shelves in work and reviews are two jobs of one activity; neither may hide that the other one has stopped. */
const REVIEWS = 'reconcileReviews';
/** The batches of the reconciler; each succeeds or fails on its own. */
const BATCHES: readonly string[] = [
  'reconcileShelves',
  'reconcileRuns',
  'startDeletes',
  'startDeliveries',
  'startMails',
  'sweepObjects',
  'sweepUploads',
  'purgeRows',
  'indexShelves',
] satisfies (keyof Activities['shelves'])[];
/** A walk of the reconciler takes turns of less than a minute, as many as there are rows for. */
const WALK_BUCKETS = [1, 5, 20, 60, 120, 300, 600, 1800, 3600, 14400];
const STEP_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
/** A request to a receiver takes fifteen seconds at most. */
const ATTEMPT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 16];

/** One execution of an activity. */
interface Execution {
  activity: string;
  input: unknown;
  seconds: number;
  /** Null where it threw. */
  result: unknown;
  failed: AttemptReason | null;
}

/** Registers the metrics of all activities, of the engine's processes and of the reconciler's repairs. */
export function createWorkerMetrics(registry: Registry) {
  const registers = [registry];
  const observeDelivery = createDeliveryHistogram(registry);
  const steps = new Histogram({
    name: 'shelfwright_step_duration_seconds',
    help: 'Time of one activity of a step: of a range of pages for parse and recognise, of the document for the others.',
    labelNames: ['step', 'outcome'] as const,
    buckets: STEP_BUCKETS,
    registers,
  });
  const failures = new Counter({
    name: 'shelfwright_activity_failures_total',
    help: 'Attempts of activities that failed, by what was the reason.',
    labelNames: ['activity', 'reason'] as const,
    registers,
  });
  const mails = new Counter({
    name: 'shelfwright_mails_total',
    help: 'Attempts to send a mail.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const noteTurn = createTurnGauge(registry);
  const observeWalk = createWalkHistogram(registry);
  const note = ({ activity, input, seconds, result, failed }: Execution): void => {
    const step = STEPS[activity];
    if (step && failed !== 'busy') steps.observe({ step, outcome: failed === null ? 'done' : 'failed' }, seconds);
    if (failed !== null && failed !== 'busy') failures.inc({ activity, reason: failed });
    if (activity === 'sendMail') mails.inc({ outcome: failed === null ? 'done' : 'failed' });
    if (BATCHES.includes(activity) && failed === null) {
      noteTurn(activity, input);
      observeWalk(activity, input, result);
    }
    const attempted = failed === 'busy' ? { outcome: failed } : result;
    if (activity === 'attemptDelivery' && (failed === null || failed === 'busy')) observeDelivery(attempted, seconds);
  };
  return {
    interceptor: activityInterceptor(note),
    engine: createEngineWatch(registry),
    repaired: createRepairCounter(registry),
  };
}

function activityInterceptor(note: (execution: Execution) => void): ActivityInterceptorsFactory {
  return ({ info: { activityType: activity } }) => ({
    inbound: {
      async execute(input, next) {
        const startedMs = performance.now();
        const seconds = (): number => (performance.now() - startedMs) / 1000;
        try {
          const result = await next(input);
          note({ activity, input: input.args[0], seconds: seconds(), result, failed: null });
          return result;
        } catch (error) {
          const failed = attemptReason(error);
          note({ activity, input: input.args[0], seconds: seconds(), result: null, failed });
          throw error;
        }
      },
    },
  });
}

/** Notes when a turn of a job was completed. */
function createTurnGauge(registry: Registry): (activity: string, input: unknown) => void {
  const reconciled = new Gauge({
    name: 'shelfwright_reconciler_last_success_timestamp_seconds',
    help: 'When this worker last finished a batch of the reconciler; 0 before. Take max by (activity) over all workers.',
    labelNames: ['activity'] as const,
    registers: [registry],
  });
  for (const activity of [...BATCHES, REVIEWS]) reconciled.set({ activity }, 0);
  return (activity, input) => {
    const kind = kindOf(input);
    if (kind !== 'review') reconciled.setToCurrentTime({ activity });
    // one turn of a release up to 0.5.0 goes over both
    if (activity === 'reconcileShelves' && kind !== 'processing') reconciled.setToCurrentTime({ activity: REVIEWS });
  };
}

/** Observes the turns with which a walk came to its end. */
function createWalkHistogram(registry: Registry): (activity: string, input: unknown, result: unknown) => void {
  const walks = new Histogram({
    name: 'shelfwright_reconciler_walk_duration_seconds',
    help: 'Time from the beginning of a walk of the reconciler to its end, with the pauses between its turns.',
    labelNames: ['activity', 'kind'] as const,
    buckets: WALK_BUCKETS,
    registers: [registry],
  });
  return (activity, input, result) => {
    const { sinceMs } = (input ?? {}) as { sinceMs?: number | null };
    const { after = null } = (result ?? {}) as { after?: string | null };
    // workflows of releases up to 0.5.0 do not say when a walk has begun
    if (typeof sinceMs !== 'number' || after !== null) return;
    walks.observe({ activity, kind: kindOf(input) }, (Date.now() - sinceMs) / 1000);
  };
}

/** Which shelves a walk goes over. */
const kindOf = (input: unknown): string => ((input ?? {}) as { of?: string }).of ?? 'all';

function createDeliveryHistogram(registry: Registry): (result: unknown, seconds: number) => void {
  const attempts = new Histogram({
    name: 'shelfwright_delivery_attempt_duration_seconds',
    help: 'Time of one attempt at a delivery with its record, by its outcome and the class of the reply.',
    labelNames: ['outcome', 'reply'] as const,
    buckets: ATTEMPT_BUCKETS,
    registers: [registry],
  });
  return (result, seconds) => {
    const { outcome, statusCode } = (result ?? {}) as { outcome?: unknown; statusCode?: unknown };
    const reply = typeof statusCode === 'number' ? `${Math.floor(statusCode / 100)}xx` : 'none';
    attempts.observe({ outcome: String(outcome), reply }, seconds);
  };
}

function createEngineWatch(registry: Registry): EngineWatch {
  const registers = [registry];
  const running = new Gauge({
    name: 'shelfwright_engine_processes',
    help: 'Engine processes that are at work in this worker.',
    registers,
  });
  const ends = new Counter({
    name: 'shelfwright_engine_process_ends_total',
    help: 'Engine processes that are done with, by how they ended. memory: out of memory. stalled, cpu: too long. killed: by others.',
    labelNames: ['how'] as const,
    registers,
  });
  for (const how of ENGINE_ENDS) ends.inc({ how }, 0);
  return {
    started: () => running.inc(),
    ended(how) {
      running.dec();
      ends.inc({ how });
    },
  };
}

function createRepairCounter(registry: Registry): (what: Repair) => void {
  const repairs = new Counter({
    name: 'shelfwright_reconciler_repairs_total',
    help: 'What the reconciler has put right.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  for (const kind of REPAIRS) repairs.inc({ kind }, 0);
  return (kind) => repairs.inc({ kind });
}

/** Registers a gauge that says of each queue this worker should serve whether it polls it; read at each scrape. */
export function registerPollingGauge(registry: Registry, polling: () => Record<string, boolean>): void {
  new Gauge({
    name: 'shelfwright_worker_polling',
    help: 'Whether this worker polls a task queue that it is to serve: 1 or 0.',
    labelNames: ['queue'] as const,
    registers: [registry],
    collect() {
      for (const [queue, polls] of Object.entries(polling())) this.set({ queue }, polls ? 1 : 0);
    },
  });
}
