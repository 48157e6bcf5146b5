/** Many shelves in review at once: what an approval takes then, how soon a lost run is found, and what a worker needs. */
import { setTimeout as pause } from 'node:timers/promises';
import { describeWorkflow } from '../../activities/executions.js';
import { Shelf } from '../../entities/shelf.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { givenShelfInReview } from '../../test/support/app.js';
import type { Service } from '../../test/support/service.js';
import { WORKFLOWS } from '../../workflows/messages.js';
import { shelfRunId } from '../../workflows/starts.js';
import { median, quantile, residentBytes } from '../measure.js';
import { figure, tableOf, type Figure } from './figures.js';
import { copyReview } from './open-reviews.js';
import type { LoadOptions } from './options.js';
import type { Target } from './target.js';

const LOOK_MS = 500;
const COUNT_MS = 10_000;
const HOUR_SECONDS = 3_600;
/** Before memory is read: what the starts have left behind is freed by then. */
const IDLE_MS = 20_000;
/** Between two runs that get lost, so that they are lost at different times of the reconciler's turns. */
const LOST_EVERY_MS = 11_000;
const LOST = 4;
/** Approvals at once: more would measure the processors. */
const APPROVALS_AT_ONCE = 2;

const WANTED = { approveSeconds: 1, repairSeconds: 120, workerMb: 500 };

/** Throws when the reviews are not open in time. */
export async function runReviews(target: Target, options: LoadOptions, say: (line: string) => void): Promise<Figure[]> {
  const untilMs = performance.now() + options.minutes * 60_000;
  const { own } = target;
  if (!own) throw new Error('reviews need a service of their own');
  const temporal = createTemporal(own.temporal);
  try {
    const template = await givenShelfInReview(own, own.account);
    const ids = await fill({ own, temporal, template }, options, { untilMs, say });
    await pause(Math.min(IDLE_MS, untilMs - performance.now()));
    const memory = readMemory(own, ids.length);
    say(tableOf(memory)); // what is seen is told at once: there may be no time for the rest
    const approvals = await timeApprovals(target, options, ids);
    say(tableOf(approvals));
    const repairs = await timeRepairs({ own, temporal, template }, ids.at(-1)!, { untilMs, say });
    return [...approvals, ...repairs, ...memory];
  } finally {
    await temporal.close();
  }
}

interface Reviews {
  own: Service;
  temporal: Temporal;
  /** The shelf that the others are copies of. */
  template: Shelf;
}

interface Bounds {
  untilMs: number;
  say: (line: string) => void;
}

/** Copies the rows, and waits until the reconciler has started all their runs, as after a loss of Temporal's data. */
async function fill({ own, temporal, template }: Reviews, { count }: LoadOptions, bounds: Bounds): Promise<string[]> {
  const begunMs = performance.now();
  const ids = await copyReview(own.database.manager, template, { count, untouchedSeconds: HOUR_SECONDS });
  const query = `WorkflowType = '${WORKFLOWS.shelf}' AND ExecutionStatus = 'Running' AND ShelfStatus = 'review'`;
  for (let looks = 0; ; looks += 1) {
    const open = (await temporal.within(COUNT_MS, ({ workflow }) => workflow.count(query))).count;
    const seconds = ((performance.now() - begunMs) / 1_000).toFixed(0);
    if (open >= count || looks % 60 === 0) bounds.say(`${open} of ${count} runs in review after ${seconds} s`);
    if (open >= count) return ids;
    if (performance.now() > bounds.untilMs) throw new Error(`only ${open} of ${count} reviews were open in time`);
    await pause(LOOK_MS);
  }
}

/** Approves `rounds` of the shelves from all over, all but the last. */
async function timeApprovals(target: Target, { rounds }: LoadOptions, ids: readonly string[]): Promise<Figure[]> {
  const times = Math.min(rounds, ids.length - 1);
  const chosen = Array.from({ length: times }, (_, n) => ids[Math.floor((n * (ids.length - 1)) / times)]!);
  const seconds: number[] = [];
  const approving = Array.from({ length: APPROVALS_AT_ONCE }, async () => {
    for (let next = chosen.shift(); next !== undefined; next = chosen.shift()) {
      const begunMs = performance.now();
      await target.approve(next, 'many');
      seconds.push((performance.now() - begunMs) / 1_000);
    }
  });
  await Promise.all(approving);
  const of = `of ${seconds.length} approvals`;
  return [
    figure(`approve, p50 ${of}`, median(seconds), 's', null),
    figure(`approve, p99 ${of}`, quantile(seconds, 0.99), 's', WANTED.approveSeconds),
  ];
}

/** Loses runs: some were never started, as after a crash of the api, and one was terminated by an operator. */
async function timeRepairs(reviews: Reviews, victim: string, { untilMs, say }: Bounds): Promise<Figure[]> {
  const { own, temporal, template } = reviews;
  const { manager } = own.database;
  const never = Array.from({ length: LOST }, async (_, n) => {
    await pause(n * LOST_EVERY_MS);
    const [publicId] = await copyReview(manager, template, { count: 1, untouchedSeconds: 0 });
    return secondsUntil(async () => (await describeWorkflow(temporal, shelfRunId(publicId!, 1))) !== null, untilMs);
  });
  await temporal.within(COUNT_MS, ({ workflow }) => workflow.getHandle(shelfRunId(victim, 1)).terminate('a load'));
  const isFailed = () => manager.existsBy(Shelf, { publicId: victim, status: 'failed' });
  const [ended, ...started] = await Promise.all([secondsUntil(isFailed, untilMs), ...never]);
  say(`runs that were never started, after ${started.map((seconds) => seconds.toFixed(0)).join(', ')} s`);
  return [
    figure(`repair of a start that was lost, longest of ${LOST}`, Math.max(...started), 's', WANTED.repairSeconds),
    figure('repair of a run that was terminated', ended, 's', WANTED.repairSeconds),
  ];
}

async function secondsUntil(isSo: () => Promise<boolean>, untilMs: number): Promise<number> {
  const begunMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() > untilMs) throw new Error('a lost run was not repaired in time');
    await pause(LOOK_MS);
  }
  return (performance.now() - begunMs) / 1_000;
}

/** Of the processes of both workers, without their engine processes. */
function readMemory({ worker, secondWorker }: Service, open: number): Figure[] {
  return [worker, secondWorker].map((one, at) => {
    const bytes = residentBytes(one.pid());
    const what = `memory of worker ${at + 1}, ${open} reviews open`;
    return figure(what, bytes === null ? null : bytes / 1e6, 'MB', WANTED.workerMb);
  });
}
