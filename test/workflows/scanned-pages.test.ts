/** Pages without text within a run: which are recognised, when, and for how long. */
import { expect, test } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { NO_PAGES } from '../../engine/page-tally.js';
import { TASK_QUEUES } from '../../workflows/messages.js';
import {
  failureType,
  fakeActivities,
  newShelfRun,
  parsed,
  runShelf,
  startShelf,
  withWorkers,
} from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));
const begun = await fakeActivities().activities.shelves.openRun(newShelfRun());

test('pages that are pictures are recognised by small ranges, and what was read decides with them', async () => {
  const fakes = fakeActivities({
    chooseLanguages: async () => ({ languages: 'deu+eng', workMs: 1 }),
    parsePages: async ({ first, last }) => {
      const pictures = last > 4 ? [5, 7, 8].filter((page) => page >= first && page <= last) : [];
      const tally = { ...NO_PAGES, pages: last - first + 1, withText: last - first + 1 - pictures.length };
      return { workMs: 1, tally, toRecognise: pictures };
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('chooseLanguages')).toMatchObject([{ parsed: { first: 1 }, pages: [5, 7, 8] }]);
  const recognised = fakes.called('recognisePages') as { pages: number[]; languages: string }[];
  expect(recognised.map(({ languages }) => languages)).toEqual(['deu+eng', 'deu+eng']);
  // the ranges are under way side by side: either may be called first
  expect(recognised.map(({ pages }) => pages).toSorted((a, b) => a[0]! - b[0]!)).toEqual([[5, 7], [8]]);
});

test.each([
  { by: 'the first range', at: 1, asked: 0, used: 'fra' },
  { by: 'another range alone', at: 5, asked: 1, used: 'eng' },
])('nobody is asked for the languages that the first range tells: told by $by', async ({ at, asked, used }) => {
  const fakes = fakeActivities({
    parsePages: async ({ first, last }) => ({
      ...parsed(last - first + 1),
      toRecognise: [first],
      ...(first === at && { languages: 'fra' }),
    }),
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('chooseLanguages')).toHaveLength(asked);
  const recognised = fakes.called('recognisePages') as { languages: string }[];
  expect(new Set(recognised.map(({ languages }) => languages))).toEqual(new Set([used]));
});

/** As workflows/proxies.ts has it, which only a workflow can load. */
const FINISHING_PRIORITY = 2;
const PAGES = 100;

test('a scanned page is recognised while others are parsed, and not in their queue where it is one of many', async () => {
  const recognition = Promise.withResolvers<void>();
  const fakes = fakeActivities(
    {
      parsePages: async ({ first, last }) => {
        if (last === PAGES) await recognition.promise;
        return { ...parsed(last - first + 1), toRecognise: first === 1 ? [1] : [] };
      },
      recognisePages: async ({ pages }) => {
        recognition.resolve();
        return parsed(pages.length);
      },
    },
    PAGES,
  );
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    expect(await failureType(handle)).toBeNull();
    const { events } = await handle.fetchHistory();
    const scheduled = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: task }) => (task ? [task] : []));
    const tasksOf = (name: string) => scheduled.filter(({ activityType }) => activityType?.name === name);
    expect(tasksOf('recognisePages')).toMatchObject([{ taskQueue: { name: TASK_QUEUES.smallDocuments } }]);
    // those of other accounts would wait for all of them
    expect(tasksOf('recognisePages')[0]!.priority?.priorityKey ?? 0).toBe(0);
    const queues = tasksOf('parsePages').map(({ taskQueue }) => taskQueue?.name);
    expect(new Set(queues)).toEqual(new Set([TASK_QUEUES.documents]));
  });
  expect(fakes.called('recognisePages')).toMatchObject([{ pages: [1] }]);
});

test('several scanned pages of a long document go before pages in their queue', async () => {
  const fakes = fakeActivities(
    {
      openRun: async () => ({ ...begun, pagesPerRange: 2 * PAGES }),
      parsePages: async ({ first, last }) => ({
        ...parsed(last - first + 1),
        toRecognise: first === 1 ? [1, 2] : [],
      }),
    },
    2 * PAGES,
  );
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    expect(await failureType(handle)).toBeNull();
    const { events } = await handle.fetchHistory();
    const tasks = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: task }) =>
      task?.activityType?.name === 'recognisePages' ? [task] : [],
    );
    expect(tasks).toMatchObject([
      { taskQueue: { name: TASK_QUEUES.documents }, priority: { priorityKey: FINISHING_PRIORITY } },
    ]);
  });
});

test('the first range of a document is scheduled in a workflow task before the others', async () => {
  const fakes = fakeActivities({ openRun: async () => ({ ...begun, pagesPerRange: 20, rangesInFlight: 4 }) }, PAGES);
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    expect(await failureType(handle)).toBeNull();
    const { events } = await handle.fetchHistory();
    const by = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: task }) =>
      task?.activityType?.name === 'parsePages' ? [Number(task.workflowTaskCompletedEventId)] : [],
    );
    expect(by).toHaveLength(PAGES / 20);
    expect(by.filter((task) => task === by[0])).toHaveLength(1);
    expect(Math.min(...by)).toBe(by[0]);
  });
  const firsts = (fakes.called('parsePages') as { first: number }[]).map(({ first }) => first);
  expect(firsts[0]).toBe(1);
});

test('scanned pages are grouped within their ranges, in whatever order these are parsed', async () => {
  const second = Promise.withResolvers<void>();
  const fakes = fakeActivities({
    parsePages: async ({ first, last }) => {
      if (first === 1) await second.promise;
      if (first === 5) second.resolve();
      return { ...parsed(last - first + 1), toRecognise: [first, first + 1, last].slice(0, last - first + 1) };
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  const groups = (fakes.called('recognisePages') as { pages: number[] }[]).map(({ pages }) => pages);
  expect(groups.toSorted((a, b) => a[0]! - b[0]!)).toEqual([[1, 2], [4], [5, 6], [8], [9, 10]]);
  expect(fakes.called('chooseLanguages')).toMatchObject([{ pages: [1, 2, 4] }]);
});

test('a document in which nothing was recognised has no text', async () => {
  const fakes = fakeActivities({
    parsePages: async ({ first, last }) => ({
      ...parsed(0),
      tally: { ...NO_PAGES, pages: last - first + 1 },
      toRecognise: [first],
    }),
    recognisePages: async ({ pages }) => ({ ...parsed(0), tally: { ...NO_PAGES, pages: pages.length } }),
  });
  expect(await runShelf(env, fakes)).toBe('no_text');
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'parsing', reason: 'no_text' })]);
});

test('recognition has a time limit of its own', async () => {
  const fakes = fakeActivities({
    parsePages: async ({ first, last }) => ({ ...parsed(last - first + 1), toRecognise: [first, last] }),
    recognisePages: async ({ pages }) => parsed(pages.length, 40_000),
  });
  expect(await runShelf(env, fakes)).toBe('timed_out');
});
