/** Whether workers poll the task queues, by what Temporal knows of them. */
import { within } from './readiness.js';
import type { Temporal } from './temporal.js';

/** `idle`: no worker polls it, or none of a build that gets workflow tasks. `unknown`: Temporal does not answer. */
export type QueueState = 'ok' | 'idle' | 'unknown';

export interface QueuePolls {
  queue: string;
  state: Exclude<QueueState, 'unknown'>;
  /** Workers that have polled it within the last minutes. */
  workers: number;
  lastPollAt: Date | null;
}

/** temporal.api.enums.v1.TaskQueueType */
const TASKS = { workflows: 1, activities: 2 } as const;
/** temporal.api.enums.v1.WorkerVersioningMode */
const VERSIONED = 2;
/**
 * A worker with nothing to do polls at least once a minute. One that is gone stays in Temporal's list for five minutes, and
 * so does a worker of activities only whose slots are all in use: the list cannot distinguish them.
 */
const SILENT_MS = 90_000;

/** Of temporal.api.taskqueue.v1.TaskQueueVersioningInfo, as far as it is read here. */
interface Routing {
  currentDeploymentVersion?: { buildId?: string | null } | null;
  rampingDeploymentVersion?: { buildId?: string | null } | null;
  rampingVersionPercentage?: number | null;
}

/** Of temporal.api.deployment.v1.WorkerDeploymentOptions. */
interface PollerBuild {
  buildId?: string | null;
  workerVersioningMode?: number | null;
}

/** Asks for each queue who has polled it, of the workers that the server gives tasks to. Throws like `Temporal.within`. */
export function readPolls(
  temporal: Pick<Temporal, 'within' | 'namespace'>,
  queues: readonly string[],
  timeoutMs: number,
): Promise<QueuePolls[]> {
  return temporal.within(timeoutMs, async ({ workflowService }) => {
    const pollsOf = async (queue: string, taskQueueType: number): Promise<RoutedPolls> => {
      const request = { namespace: temporal.namespace, taskQueue: { name: queue }, taskQueueType };
      const { pollers, versioningInfo } = await workflowService.describeTaskQueue(request);
      return {
        builds: buildsOf(versioningInfo ?? {}),
        polls: pollers.map(({ identity, lastAccessTime, deploymentOptions }) => ({
          identity: identity ?? '',
          build: buildOf(deploymentOptions ?? {}),
          atMs: Number(lastAccessTime?.seconds ?? 0) * 1000,
        })),
      };
    };
    const types = [TASKS.workflows, TASKS.activities];
    const answers = await endOfAll(queues.flatMap((queue) => types.map((type) => pollsOf(queue, type))));
    return queues.map((queue, at) => {
      const [ofWorkflows = NO_POLLS, ofActivities = NO_POLLS] = answers.slice(at * types.length);
      return judgePolls(queue, { ofWorkflows, ofActivities }, Date.now());
    });
  });
}

/** The server gives tasks to workers of the current build, and to those of the one that is ramping; '' are workers without one. */
function buildsOf({ currentDeploymentVersion, rampingDeploymentVersion, ...ramping }: Routing): string[] {
  const percentage = ramping.rampingVersionPercentage ?? 0;
  return [
    ...(percentage < 100 ? [currentDeploymentVersion?.buildId ?? ''] : []),
    ...(percentage > 0 ? [rampingDeploymentVersion?.buildId ?? ''] : []),
  ];
}

function buildOf({ buildId, workerVersioningMode }: PollerBuild): string {
  return workerVersioningMode === VERSIONED ? (buildId ?? '') : '';
}

/** As `Promise.all`, but none is left: a request that is repeated after its connection was closed would end the process. */
async function endOfAll<T>(requests: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(requests);
  return Promise.all(requests);
}

interface Poll {
  identity: string;
  build: string;
  atMs: number;
}

interface RoutedPolls {
  /** Those that the server gives tasks to. */
  builds: readonly string[];
  polls: readonly Poll[];
}

const NO_POLLS: RoutedPolls = { builds: [], polls: [] };

/**
 * Exported for tests. Workflow tasks are short: a worker that serves them polls all the time, and each build that gets tasks
 * must have one, or its share of the runs waits. Of activities any will do: workers of a build that are all at work for long are
 * not listed.
 */
export function judgePolls(
  queue: string,
  { ofWorkflows, ofActivities }: { ofWorkflows: RoutedPolls; ofActivities: RoutedPolls },
  nowMs: number,
): QueuePolls {
  const [workflows, activities] = [routed(ofWorkflows), routed(ofActivities)];
  const isRecent = ({ atMs }: Poll): boolean => nowMs - atMs < SILENT_MS;
  const isPolled =
    workflows.length > 0
      ? ofWorkflows.builds.every((build) => workflows.some((poll) => poll.build === build && isRecent(poll)))
      : activities.length > 0;
  const all = [...workflows, ...activities];
  const lastMs = Math.max(0, ...all.map(({ atMs }) => atMs));
  return {
    queue,
    state: isPolled ? 'ok' : 'idle',
    workers: new Set(all.map(({ identity }) => identity)).size,
    lastPollAt: lastMs === 0 ? null : new Date(lastMs),
  };
}

const routed = ({ builds, polls }: RoutedPolls): Poll[] => polls.filter(({ build }) => builds.includes(build));

export interface QueueWatch {
  /** Never throws; resolves within two seconds. */
  check(): Promise<Record<string, QueueState>>;
}

const CHECK_MS = 1_500;
/** `/readyz` is open to everybody: however often it is requested, Temporal is asked this often at most. */
const CACHED_MS = 5_000;

/** @param read as `readPolls`; abandoned after a while */
export function createQueueWatch(queues: readonly string[], read: () => Promise<QueuePolls[]>): QueueWatch {
  const unknown = Object.fromEntries(queues.map((queue): [string, QueueState] => [queue, 'unknown']));
  let states: Promise<Record<string, QueueState>> | null = null;
  const ask = async (): Promise<Record<string, QueueState>> => {
    try {
      return Object.fromEntries((await read()).map(({ queue, state }): [string, QueueState] => [queue, state]));
    } catch {
      return unknown; // `temporal` of the same check says that it does not answer
    }
  };
  return {
    check() {
      if (states === null) {
        states = within(ask(), CHECK_MS, unknown);
        setTimeout(() => (states = null), CACHED_MS).unref();
      }
      return states;
    },
  };
}
