/** Workflows under test: a Temporal environment, the bundle of the build, and activities that a test replaces. */
import { randomBytes } from 'node:crypto';
import type { WorkflowHandle, WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import {
  DefaultLogger,
  Runtime,
  Worker,
  type ActivityInterceptorsFactory,
  type NativeConnection,
} from '@temporalio/worker';
import type { Activities } from '../../activities/index.js';
import { NO_PAGES, type PageTally } from '../../engine/page-tally.js';
import { BUNDLE_PATH } from '../../worker/bundle-path.js';
import { SEARCH_ATTRIBUTES, TASK_QUEUES, WORKFLOWS, type ShelfRunInput } from '../../workflows/messages.js';
import { shelfRunStart } from '../../workflows/starts.js';
import { startTemporal, startTimeSkippingServer } from './servers.js';

type Flat = Activities['shelves'] & Activities['documents'] & Activities['pages'] & Activities['deliveries'];

export interface FakeActivities {
  activities: Activities;
  /** Every call in order of its start: `name` and input. A retry is a call of its own. */
  calls: { name: keyof Flat; input: unknown }[];
  called(name: keyof Flat): unknown[];
}

let isSilent = false;

/** Quiet logs of the SDK; before any worker and any environment. */
export function silenceTemporal(): void {
  if (isSilent) return;
  isSilent = true;
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
  });
}

/** What parsing a range of pages with text answers. */
export function parsed(pages: number, workMs = 1): { workMs: number; tally: PageTally; toRecognise: number[] } {
  return { workMs, tally: { ...NO_PAGES, pages, withText: pages }, toRecognise: [] };
}

/** Activities of a shelf of `pageCount` pages that succeed at once, with some replaced. */
export function fakeActivities(replaced: Partial<Flat> = {}, pageCount = 10): FakeActivities {
  const calls: FakeActivities['calls'] = [];
  const done = async () => undefined;
  const toEnd = async () => ({ after: null });
  const worked = async () => ({ workMs: 1 });
  const all: Flat = {
    openRun: async () => ({
      step: 'uploading' as const,
      pagesPerRange: 4,
      rangesInFlight: 2,
      documentTimeoutMs: 60_000,
      longestAttemptMs: 120_000,
      pagesPerRecognition: 2,
      recognitionTimeoutMs: 60_000,
    }),
    recordStep: done,
    recordFailure: async () => ({ recorded: true }),
    publishVersion: async () => ({ draft: null }),
    approveShelf: async () => ({ deliveries: [] }),
    giveUpDraft: async () => ({ updatedAt: '2026-01-02T03:04:05.678Z' }),
    removeDraft: done,
    removeWork: done,
    endRun: done,
    removeShelfObjects: async () => ({ prefix: 'users/usr_1/shelves/shf_1/', longestAttemptMs: 70 * 60_000 }),
    removeShelfRows: done,
    sweepPrefix: async () => 0,
    reconcileShelves: toEnd,
    reconcileRuns: toEnd,
    startDeletes: toEnd,
    startMails: toEnd,
    purgeRows: done,
    sweepUploads: toEnd,
    sweepObjects: toEnd,
    indexShelf: done,
    indexShelves: toEnd,
    inspectDocument: async () => ({ pageCount, workMs: 1 }),
    parsePages: async ({ first, last }) => parsed(last - first + 1),
    chooseLanguages: async () => ({ languages: 'eng', workMs: 1 }),
    recognisePages: async ({ pages }) => parsed(pages.length),
    judgePages: done,
    structureShelf: worked,
    verifyShelf: worked,
    makeSmallVersion: async () => null,
    viewPage: async () => ({ outcome: 'stored' }),
    sendMail: done,
    startDeliveries: toEnd,
    findFailed: async () => ({ deliveryIds: [], more: false }),
    sendAgain: async () => ({ sent: 0 }),
    attemptDelivery: async () => ({ outcome: 'succeeded', number: 1, statusCode: 200, waitMs: null }),
    ...replaced,
  };
  const recorded = Object.fromEntries(
    Object.entries(all).map(([name, run]) => [
      name,
      (input: unknown) => {
        calls.push({ name: name as keyof Flat, input });
        return (run as (input: unknown) => Promise<unknown>)(input);
      },
    ]),
  ) as Flat;
  // Each queue gets all of them: which queue an activity belongs to is the concern of the e2e tests.
  return {
    activities: { shelves: recorded, documents: recorded, pages: recorded, deliveries: recorded },
    calls,
    called: (name) => calls.filter((call) => call.name === name).map((call) => call.input),
  };
}

const WITHOUT_WORKFLOWS = new Set<keyof typeof TASK_QUEUES>([
  'approvals',
  'objects',
  'documents',
  'smallDocuments',
  'pages',
]);

interface WorkerSettings extends Pick<FakeActivities, 'activities'> {
  interceptors?: ActivityInterceptorsFactory[];
  /** With 0 each workflow task replays the run from its beginning. */
  maxCachedWorkflows?: number | undefined;
  /** Of a release; that of this build if not given. */
  workflowBundle?: { code: string };
  /** One of its own for workers beside others: only one worker polls a queue by a connection. */
  connection?: NativeConnection;
  identity?: string;
  /** Queues that a worker of the test itself serves. */
  unserved?: readonly (keyof typeof TASK_QUEUES)[];
}

/** That of `npm run test:uncached` for all tests. */
const CACHED_WORKFLOWS = process.env['TEST_CACHED_WORKFLOWS'];

/** Runs `test` while workers of all queues are at work, and ends them. */
export async function withWorkers<T>(
  env: TestWorkflowEnvironment,
  { activities, interceptors = [], maxCachedWorkflows = cachedWorkflows(), ...settings }: WorkerSettings,
  test: () => Promise<T>,
): Promise<T> {
  const { connection = env.nativeConnection, workflowBundle = { codePath: BUNDLE_PATH }, identity } = settings;
  const { unserved = [] } = settings;
  const create = (queue: keyof typeof TASK_QUEUES) =>
    Worker.create({
      connection,
      taskQueue: TASK_QUEUES[queue],
      activities: activities.shelves,
      interceptors: { activity: interceptors },
      maxHeartbeatThrottleInterval: 200,
      // Workflows in this thread: one for each worker of each test costs ten times what all else in it does.
      debugMode: true,
      ...(WITHOUT_WORKFLOWS.has(queue) ? {} : { workflowBundle }),
      ...(identity !== undefined && { identity }),
      ...(maxCachedWorkflows !== undefined && { maxCachedWorkflows }),
    });
  let working = test;
  for (const queue of Object.keys(TASK_QUEUES) as (keyof typeof TASK_QUEUES)[]) {
    if (unserved.includes(queue)) continue;
    const worker = await create(queue);
    const inner = working;
    working = () => worker.runUntil(inner);
  }
  return working();
}

function cachedWorkflows(): number | undefined {
  return CACHED_WORKFLOWS === undefined ? undefined : Number(CACHED_WORKFLOWS);
}

/** The dev server, in which time passes as it does outside. Call `teardown` in `afterAll`. */
export async function localEnvironment(): Promise<TestWorkflowEnvironment> {
  silenceTemporal();
  const { address, stop } = await startTemporal();
  return withServer(() => TestWorkflowEnvironment.createFromExistingServer({ address }), stop);
}

/** What the SDK has no public way to: the test server as one that is there already. */
const creator = TestWorkflowEnvironment as unknown as {
  create(options: {
    server: { type: 'existing' };
    address: string;
    supportsTimeSkipping: true;
  }): Promise<TestWorkflowEnvironment>;
};

/** The test server, which skips the time that nothing happens in. Call `teardown` in `afterAll`. */
export async function timeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  silenceTemporal();
  const { address, stop } = await startTimeSkippingServer();
  const server = { type: 'existing' } as const;
  const env = await withServer(() => creator.create({ server, address, supportsTimeSkipping: true }), stop);
  await addSearchAttributes(env);
  return env;
}

/** An environment that ends its server, too. The SDK's own starts have five seconds, which a busy machine may not meet. */
async function withServer(
  create: () => Promise<TestWorkflowEnvironment>,
  stop: () => Promise<void>,
): Promise<TestWorkflowEnvironment> {
  try {
    const env = await create();
    const close = env.teardown.bind(env);
    env.teardown = async () => {
      try {
        await close();
      } finally {
        await stop();
      }
    };
    return env;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The test server knows no custom search attributes until told. */
async function addSearchAttributes({ connection, namespace }: TestWorkflowEnvironment): Promise<void> {
  const keyword = 2; // INDEXED_VALUE_TYPE_KEYWORD
  const searchAttributes = Object.fromEntries(Object.values(SEARCH_ATTRIBUTES).map(({ name }) => [name, keyword]));
  await connection.operatorService.addSearchAttributes({ namespace: namespace ?? 'default', searchAttributes });
}

/** Input of the first run of a shelf of its own. */
export function newShelfRun(): ShelfRunInput {
  return { shelfPublicId: `shf_${randomBytes(12).toString('hex')}`, run: 1, requestId: 'req-1' };
}

export function startShelf(
  env: TestWorkflowEnvironment,
  input: ShelfRunInput,
): Promise<WorkflowHandleWithFirstExecutionRunId> {
  const options = shelfRunStart(input, { accountPublicId: 'usr_1', template: null });
  return env.client.workflow.start(WORKFLOWS.shelf, options);
}

/** Type of the failure that a workflow ended with; null when it completed. */
export async function failureType(handle: WorkflowHandle): Promise<string | null> {
  try {
    await handle.result();
    return null;
  } catch (error) {
    const { cause } = error as { cause?: { name: string; type?: string } };
    return cause?.type ?? cause?.name ?? 'unknown';
  }
}

/** Runs a shelf to its end; answers as `failureType`. */
export function runShelf(env: TestWorkflowEnvironment, fakes: FakeActivities): Promise<string | null> {
  return withWorkers(env, fakes, async () => failureType(await startShelf(env, newShelfRun())));
}
