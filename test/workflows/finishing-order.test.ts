/** In which order a worker that can do one thing at a time gets the tasks of many books. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { median } from '../../engine/geometry.js';
import { newPublicId } from '../../entities/ids.js';
import { TASK_QUEUES, WORKFLOWS, type ShelfRunInput } from '../../workflows/messages.js';
import { shelfRunStart } from '../../workflows/starts.js';
import { setUpTemporal } from '../support/set-up.js';
import { until } from '../support/until.js';
import { failureType, fakeActivities, parsed, withWorkers } from '../support/workflows.js';

const BOOKS = 8;
const RANGES = 4;
const RANGE_PAGES = 4;
/** A task that is scheduled takes a moment to its queue. */
const WORK_MS = 150;
/** PENDING_ACTIVITY_STATE_STARTED of Temporal's API: a worker has it. */
const STARTED = 2;

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

const idOf = (input: unknown): string => (input as ShelfRunInput).shelfPublicId;

/** The task that a run's worker has ended is recorded, and what the run asks for next is in its queue. */
async function hasGoneOn(run: WorkflowHandle, isWorkingAgain: boolean): Promise<boolean> {
  const { pendingWorkflowTask, pendingActivities } = (await run.describe()).raw;
  const started = (pendingActivities ?? []).filter(({ state }) => state === STARTED).length;
  return !pendingWorkflowTask && started <= (isWorkingAgain ? 1 : 0);
}

/** Runs books of one account, then a book of another one, on one slot: the tasks in the order of their work. */
async function orderOfWork() {
  const shelves = Array.from({ length: BOOKS + 1 }, () => newPublicId('shf'));
  const other = shelves.at(-1);
  const order: { name: string; shelf: string }[] = [];
  const runs = new Map<string, WorkflowHandle>();
  const working = async <T>(name: string, input: unknown, result: T): Promise<T> => {
    const before = runs.get(order.at(-1)?.shelf ?? '');
    order.push({ name, shelf: idOf(input) });
    // however busy the machine: the book of the last task has asked for its next one before this task ends
    if (before) await until(() => hasGoneOn(before, runs.get(idOf(input)) === before), 'its run has gone on');
    await pause(WORK_MS);
    return result;
  };
  const start = await fakeActivities().activities.shelves.openRun({ shelfPublicId: '', run: 1, requestId: null });
  const fakes = fakeActivities(
    {
      openRun: async () => ({ ...start, rangesInFlight: RANGES }),
      parsePages: (input) => working('parse', input, parsed(RANGE_PAGES)),
      structureShelf: (input) => working('structure', input, { workMs: 1 }),
      verifyShelf: (input) => working('verify', input, { workMs: 1 }),
    },
    RANGES * RANGE_PAGES,
  );
  await withWorkers(env, { ...fakes, unserved: ['documents'] }, async () => {
    const accounts = [newPublicId('usr'), newPublicId('usr')] as const;
    for (const shelfPublicId of shelves) {
      const labels = { accountPublicId: accounts[shelfPublicId === other ? 1 : 0], template: null };
      const options = shelfRunStart({ shelfPublicId, run: 1, requestId: null }, labels);
      runs.set(shelfPublicId, await env.client.workflow.start(WORKFLOWS.shelf, options));
    }
    const waits = async (run: WorkflowHandle) => ((await run.describe()).raw.pendingActivities ?? []).length > 0;
    for (const run of runs.values()) await until(() => waits(run), 'it waits for the worker');
    await pause(500); // the tasks are in their queue
    const worker = await Worker.create({
      connection: env.nativeConnection,
      taskQueue: TASK_QUEUES.documents,
      activities: fakes.activities.documents,
      maxConcurrentActivityTaskExecutions: 1,
    });
    await worker.runUntil(async () => {
      for (const handle of runs.values()) expect(await failureType(handle)).toBeNull();
    });
  });
  return { order, other };
}

test('books of an account become ready one after the other, and hold up no other account', async () => {
  const { order, other } = await orderOfWork();
  const told = order.map(({ name, shelf }) => (shelf === other ? name[0]?.toUpperCase() : name[0])).join('');
  process.stdout.write(`p parse, s structure, v verify, capitals of the other account: ${told}\n`);
  const own = order.filter(({ shelf }) => shelf !== other).map(({ name }) => name);
  const structured = own.flatMap((name, at) => (name === 'structure' ? [at] : []));
  expect(structured).toHaveLength(BOOKS);
  // in the order of their arrival all ranges would come before the first structure. The median, since a task that a busy
  // machine is late to queue lets many ranges pass, which says nothing of the other books
  const booksAhead = structured.map((at, book) => {
    const ranges = own.slice(0, at).filter((name) => name === 'parse').length;
    return ranges / RANGES - (book + 1);
  });
  expect(median(booksAhead)).toBeLessThanOrEqual(2);
  // a task of its own for each of the others', and what they finish meanwhile
  const last = order.findLastIndex(({ shelf }) => shelf === other);
  expect(last).toBeLessThan(order.length / 2);
});
