/** Replays histories of the running service on the workflows of this build, before workers of it are rolled out. */
import type { Client } from '@temporalio/client';
import { Worker, type ReplayWorkerOptions } from '@temporalio/worker';

/** How many runs that have ended are listed to choose from: the newest, as the server lists them. */
const ENDED_LISTED = 5_000;
/** Of a request; a hundred thousand open runs are a hundred. */
const PAGE_SIZE = 1_000;
/** gRPC code. */
const NOT_FOUND = 5;

export interface ReplayOptions {
  client: Histories;
  /** Workflow types. */
  types: readonly string[];
  /** How many runs of each type at most. */
  count: number;
  workflowBundle: NonNullable<ReplayWorkerOptions['workflowBundle']>;
  /** Called with each run once it was replayed. */
  onReplayed?: (run: ReplayedRun) => void;
  /** Called with each run whose history was deleted after it was listed: it is not replayed. */
  onGone?: (run: Omit<ReplayedRun, 'error'>) => void;
}

export interface ReplayedRun {
  workflowType: string;
  workflowId: string;
  runId: string;
  /** `NAME: message` of the error; null if the run replays. */
  error: string | null;
}

/**
 * Replays up to `count` runs of each type: open ones, which the workers of this build will have to continue with, then closed
 * ones. Of each, the oldest, the newest and some at equal distances between them: changed code shows in old runs. The open
 * ones are all of them, however many; of the closed ones those that ended last.
 */
export async function replayService(options: ReplayOptions): Promise<ReplayedRun[]> {
  const { client, types, count, workflowBundle, onReplayed, onGone } = options;
  const replayed: ReplayedRun[] = [];
  for (const workflowType of types) {
    const chosen = await chooseRuns(client, workflowType, count);
    const histories = fetchHistories(client, chosen, ({ workflowId, runId }) =>
      onGone?.({ workflowType, workflowId, runId }),
    );
    for await (const { workflowId, runId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
      const run = { workflowType, workflowId, runId, error: error ? `${error.name}: ${error.message}` : null };
      replayed.push(run);
      onReplayed?.(run);
    }
  }
  return replayed;
}

interface Run {
  workflowId: string;
  runId: string;
  startMs: number;
}

type Lister = { workflow: Pick<Client['workflow'], 'list'> };
type Histories = { workflow: Pick<Client['workflow'], 'list' | 'getHandle'> };

/** The runs of a type that are replayed. */
export async function chooseRuns(client: Lister, workflowType: string, count: number): Promise<Run[]> {
  const open = await listRuns(client, `WorkflowType = '${workflowType}' AND ExecutionStatus = 'Running'`);
  const chosen = spread(open, count);
  const ended = `WorkflowType = '${workflowType}' AND ExecutionStatus != 'Running'`;
  return [...chosen, ...spread(await listRuns(client, ended, ENDED_LISTED), count - chosen.length)];
}

async function listRuns({ workflow }: Lister, query: string, most = Infinity): Promise<Run[]> {
  const runs: Run[] = [];
  for await (const { workflowId, runId, startTime } of workflow.list({ query, pageSize: PAGE_SIZE })) {
    runs.push({ workflowId, runId, startMs: startTime.getTime() });
    if (runs.length === most) break;
  }
  return runs;
}

/** `count` of the runs, from the oldest to the newest at equal distances. */
function spread(runs: Run[], count: number): Run[] {
  const byAge = runs.toSorted((a, b) => a.startMs - b.startMs);
  if (byAge.length <= count) return byAge;
  const step = count > 1 ? (byAge.length - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, at) => byAge[Math.round(at * step)]!);
}

async function* fetchHistories({ workflow }: Histories, runs: Run[], onGone: (run: Run) => void) {
  for (const run of runs) {
    const { workflowId, runId } = run;
    const history = await workflow.getHandle(workflowId, runId).fetchHistory().catch(nullIfGone);
    if (history) yield { workflowId, history };
    else onGone(run);
  }
}

/** The client hands on the server's own error for a history; those of a handle's other requests have names. */
function nullIfGone(error: unknown): null {
  if ((error as { code?: unknown }).code === NOT_FOUND) return null;
  throw error;
}
