import { expect, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { NO_PAGES } from '../../engine/page-tally.js';
import { ATTEMPT_FAILED, DEFECT, SEARCH_ATTRIBUTES, STALE_RUN, type ShelfRunInput } from '../../workflows/messages.js';
import { PROGRESS, type RunProgress } from '../../workflows/progress.js';
import { poll } from '../support/poll.js';
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
import { until } from '../support/until.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

test('goes through the steps in order and publishes once', async () => {
  const fakes = fakeActivities({ structureShelf: async () => ({ workMs: 1, verified: true }) });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.calls.map((call) => call.name)).toEqual([
    'openRun',
    'inspectDocument',
    ...Array<string>(3).fill('parsePages'),
    'structureShelf',
    'publishVersion',
    'indexShelf',
    'removeWork',
  ]);
  // each step is recorded by the activity that it begins with
  expect(fakes.called('inspectDocument')).toMatchObject([{ recordsStep: true }]);
  expect(fakes.called('structureShelf')).toMatchObject([{ recordsStep: true, thenVerify: true }]);
  expect(fakes.called('publishVersion')).toEqual([
    expect.objectContaining({ versionPublicId: expect.stringMatching(/^ver_[0-9a-f]{24}$/), pageCount: 10 }),
  ]);
});

test('a tree that was structured by a worker of an earlier release, or could not be concluded, is verified after it', async () => {
  const fakes = fakeActivities();
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('verifyShelf')).toMatchObject([{ recordsStep: true, pageCount: 10 }]);
});

test('a row that cannot be read at once is read once it can', async () => {
  let failures = 2;
  const { openRun } = fakeActivities().activities.shelves;
  const fakes = fakeActivities({
    openRun: async (input) => {
      if (failures-- > 0) throw new Error('connect ECONNREFUSED');
      return openRun(input);
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('openRun')).toHaveLength(3);
});

test('pages that are stored already are neither parsed nor recognised again', async () => {
  const fakes = fakeActivities({ inspectDocument: async () => ({ pageCount: 10, workMs: 0, pagesStored: true }) });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('inspectDocument')).toMatchObject([{ pagesPerRange: 4 }]);
  expect(fakes.called('parsePages')).toEqual([]);
  expect(fakes.called('structureShelf')).toMatchObject([{ pageCount: 10, pagesPerRange: 4 }]);
});

test('a shelf that cannot be indexed is ready all the same', async () => {
  const fakes = fakeActivities({
    indexShelf: async () => {
      throw ApplicationFailure.nonRetryable('no index');
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('indexShelf')).toEqual([{ shelfPublicId: expect.stringMatching(/^shf_/) }]);
  expect(fakes.called('removeWork')).toHaveLength(1);
  expect(fakes.called('recordFailure')).toEqual([]);
});

test('parses every page once, a bounded number of ranges at a time, and repeats only the range that failed', async () => {
  let atWork = 0;
  let most = 0;
  let failures = 1;
  const pages: number[] = [];
  const fakes = fakeActivities(
    {
      parsePages: async ({ first, last }) => {
        atWork += 1;
        most = Math.max(most, atWork);
        if (first === 1) await until(() => most === 2, 'another range beside the first');
        await new Promise((resolve) => setTimeout(resolve, 200));
        atWork -= 1;
        if (first === 9 && failures-- > 0) throw new Error('connect ECONNREFUSED');
        for (let page = first; page <= last; page += 1) pages.push(page);
        return parsed(last - first + 1);
      },
    },
    30,
  );
  expect(await runShelf(env, fakes)).toBeNull();
  expect(pages.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  expect(fakes.called('parsePages')).toHaveLength(8 + 1);
  expect(most).toBe(2);
});

test('fails the shelf at once when the document is at fault', async () => {
  const fakes = fakeActivities({
    inspectDocument: async () => {
      throw ApplicationFailure.nonRetryable('no password given', 'password_required');
    },
  });
  expect(await runShelf(env, fakes)).toBe('password_required');
  expect(fakes.called('inspectDocument')).toHaveLength(1);
  expect(fakes.called('recordFailure')).toEqual([
    expect.objectContaining({ step: 'parsing', reason: 'password_required' }),
  ]);
});

test('fails the shelf as internal after a defect', async () => {
  const fakes = fakeActivities({
    verifyShelf: async () => {
      throw ApplicationFailure.nonRetryable('undefined is not a function', DEFECT);
    },
  });
  expect(await runShelf(env, fakes)).toBe('internal');
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'verifying', reason: 'internal' })]);
});

test('fails a document without anything to read while it is still parsing', async () => {
  const fakes = fakeActivities({
    parsePages: async ({ first, last }) => ({ ...parsed(0), tally: { ...NO_PAGES, pages: last - first + 1 } }),
  });
  expect(await runShelf(env, fakes)).toBe('no_text');
  expect(fakes.called('judgePages')).toEqual([]);
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'parsing', reason: 'no_text' })]);
});

test('fails a document that has used up its time', async () => {
  const fakes = fakeActivities({ parsePages: async () => parsed(4, 25_000) }, 40);
  expect(await runShelf(env, fakes)).toBe('timed_out');
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'parsing', reason: 'timed_out' })]);
  expect(fakes.called('parsePages').length).toBeLessThan(10);
});

test('ends quietly when the shelf has moved on', async () => {
  const fakes = fakeActivities({
    inspectDocument: async () => {
      throw ApplicationFailure.nonRetryable('the shelf has moved on', STALE_RUN);
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.calls.map((call) => call.name)).toEqual(['openRun', 'inspectDocument', 'removeWork']);
});

test('a run started afresh continues from the step of the row and never moves the shelf back', async () => {
  const fakes = fakeActivities({
    openRun: async () => ({
      step: 'structuring',
      pagesPerRange: 4,
      rangesInFlight: 2,
      documentTimeoutMs: 60_000,
      longestAttemptMs: 120_000,
      pagesPerRecognition: 2,
      recognitionTimeoutMs: 60_000,
    }),
    inspectDocument: async () => {
      throw ApplicationFailure.nonRetryable('no password given', 'password_required');
    },
  });
  expect(await runShelf(env, fakes)).toBe('password_required');
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'structuring' })]);
});

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

/** As workflows/proxies.ts has it, which only a workflow can load. */
const FINISHING_PRIORITY = 2;
const PAGES = 100;

test('a scanned page is recognised while others are parsed, and before them where it is one of many', async () => {
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
    const priorities = (name: string) =>
      scheduled
        .filter(({ activityType }) => activityType?.name === name)
        .map(({ priority }) => priority?.priorityKey ?? null);
    expect(priorities('recognisePages')).toEqual([FINISHING_PRIORITY]);
    expect(new Set(priorities('parsePages')).has(FINISHING_PRIORITY)).toBe(false);
  });
  expect(fakes.called('recognisePages')).toMatchObject([{ pages: [1] }]);
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

test('work files that cannot be removed do not fail the shelf', async () => {
  const fakes = fakeActivities({
    removeWork: async () => {
      throw ApplicationFailure.nonRetryable('denied', DEFECT);
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('recordFailure')).toEqual([]);
});

test('cancelling a run stops its ranges, fails the shelf as stopped and removes the work files', async () => {
  let stopped = 0;
  const fakes = fakeActivities({
    parsePages: async () => {
      await untilCancelled().finally(() => (stopped += 1));
      return parsed(4);
    },
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    await until(() => fakes.called('parsePages').length === 2, 'both ranges are at work');
    await handle.cancel();
    expect(await failureType(handle)).toBe('CancelledFailure');
    expect((await handle.describe()).status.name).toBe('CANCELLED');
  });
  expect(stopped).toBe(2);
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'parsing', reason: 'stopped' })]);
  expect(fakes.called('removeWork')).toHaveLength(1);
});

test('shows operators the status, the step and how far it is', async () => {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const fakes = fakeActivities({
    parsePages: async ({ first }) => {
      if (first > 4) {
        reached.resolve();
        await goOn.promise;
      }
      return parsed(4);
    },
  });
  await withWorkers(env, fakes, async () => {
    const input = newShelfRun();
    const handle = await startShelf(env, input);
    await reached.promise;
    const shown = await poll(async () => {
      const details = await handle.describe();
      const about = (await handle.query('__temporal_workflow_metadata')) as { currentDetails?: string };
      return /^parsing 4\/10 pages, since 20\d\d-/.test(about.currentDetails ?? '') ? details : null;
    });
    expect(shown.typedSearchAttributes.getAll()).toEqual(
      expect.arrayContaining([
        { key: SEARCH_ATTRIBUTES.status, value: 'parsing' },
        { key: SEARCH_ATTRIBUTES.step, value: 'parsing' },
        { key: SEARCH_ATTRIBUTES.template, value: 'none' },
        { key: SEARCH_ATTRIBUTES.account, value: 'usr_1' },
      ]),
    );
    expect(await shown.staticSummary()).toBe(`Shelf ${input.shelfPublicId}, run 1`);
    goOn.resolve();
    expect(await failureType(handle)).toBeNull();
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.status)).toBe('ready');
  });
});

test('answers operators what it does, which ranges are in flight, how much time is left and what it waits for', async () => {
  const goOn = Promise.withResolvers<void>();
  const fakes = fakeActivities({
    parsePages: async ({ first }) => {
      if (first > 4) await goOn.promise;
      return parsed(4, 1_000);
    },
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const ask = () => handle.query<RunProgress>(PROGRESS);
    try {
      await poll(async () => {
        const { inFlight, progress } = await ask();
        return inFlight.length === 2 && progress === '4/10 pages' ? true : null;
      });
      await handle.signal(ATTEMPT_FAILED, { activity: 'parsePages', attempt: 3, reason: 'object_store' });
      await poll(async () => ((await ask()).waitsFor ? true : null));
      expect(await ask()).toEqual({
        doing: 'parsing',
        since: expect.stringMatching(/^20\d\d-/),
        progress: '4/10 pages',
        inFlight: ['pages 5-8', 'pages 9-10'],
        timeLeftMs: { document: 60_000 - 1_000 - 1, recognition: 60_000 },
        waitsFor: { activity: 'parsePages', attempt: 3, reason: 'object_store' },
      });
    } finally {
      goOn.resolve();
    }
    expect(await failureType(handle)).toBeNull();
    const { definition } = (await handle.query('__temporal_workflow_metadata')) as Described;
    for (const messages of [definition.queryDefinitions, definition.signalDefinitions, definition.updateDefinitions])
      expect(messages.filter(({ name }) => !name.startsWith('__')).map(({ description }) => description)).not.toContain(
        '',
      );
  });
});

interface Described {
  definition: Record<
    'queryDefinitions' | 'signalDefinitions' | 'updateDefinitions',
    { name: string; description: string }[]
  >;
}

test('a run of 5000 pages stays small: every payload under 64 KiB, the history far from its limits', async () => {
  const fakes = fakeActivities(
    {
      openRun: async () => ({
        step: 'uploading',
        pagesPerRange: 48,
        rangesInFlight: 8,
        documentTimeoutMs: 60_000,
        longestAttemptMs: 120_000,
        pagesPerRecognition: 4,
        recognitionTimeoutMs: 60_000,
      }),
    },
    5000,
  );
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    expect(await failureType(handle)).toBeNull();
    const { events } = await handle.fetchHistory();
    expect(Math.max(...payloadSizes(events))).toBeLessThan(64 * 1024);
    expect(events?.length).toBeLessThan(2000);
  });
});

test('a run whose history grows long continues as new, and reads on where it was', async () => {
  const pageCount = 200;
  const scanned = Array.from({ length: pageCount }, (_, index) => index + 1).filter((page) => page % 5 !== 0);
  const languages = { languages: 'deu', workMs: 100 };
  const fakes = fakeActivities(
    {
      parsePages: async ({ first, last }) => {
        const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
        const toRecognise = pages.filter((page) => scanned.includes(page));
        const withText = pages.length - toRecognise.length;
        return { workMs: 10, tally: { ...NO_PAGES, pages: pages.length, withText }, toRecognise };
      },
      chooseLanguages: async () => languages,
    },
    pageCount,
  );
  const input = { ...newShelfRun(), run: 2, eventsPerHistory: 60 };
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, input);
    expect(await failureType(handle)).toBeNull();
    const query = `WorkflowId = '${handle.workflowId}'`;
    const runIds = await poll(async () => {
      const found: string[] = [];
      for await (const { runId, status } of env.client.workflow.list({ query }))
        if (status.name !== 'RUNNING') found.push(runId);
      return found.length > 3 ? found : null;
    });
    for (const runId of runIds) {
      const { events } = await env.client.workflow.getHandle(handle.workflowId, runId).fetchHistory();
      expect(events?.length).toBeLessThan(150);
    }
  });
  const parsedPages = (fakes.called('parsePages') as { first: number }[]).map(({ first }) => first);
  expect(parsedPages.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index * 4 + 1));
  const recognised = (fakes.called('recognisePages') as { pages: number[] }[]).flatMap(({ pages }) => pages);
  expect(recognised.toSorted((a, b) => a - b)).toEqual(scanned);
  expect(fakes.called('endRun')).toHaveLength(1);
  expect(fakes.called('inspectDocument')).toHaveLength(1);
  expect(fakes.called('publishVersion')).toMatchObject([{ pageCount }]);
  expect(fakes.called('removeWork')).toMatchObject([{ run: 1 }, { run: 2 }]);
});

test('a document that continues as new has no more time for it', async () => {
  const fakes = fakeActivities({ parsePages: async () => parsed(4, 3_000) }, 200);
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, { ...newShelfRun(), eventsPerHistory: 60 } as ShelfRunInput);
    expect(await failureType(handle)).toBe('timed_out');
  });
  // of a minute: a few more than twenty, since two are in flight
  expect(fakes.called('parsePages').length).toBeLessThan(25);
  expect(fakes.called('recordFailure')).toMatchObject([{ step: 'parsing', reason: 'timed_out' }]);
});

test('a cancel that comes while the last ranges before continuing as new end is recorded', async () => {
  let end: () => void = () => {};
  const isEnding = new Promise<void>((resolve) => (end = resolve));
  let ranges = 0;
  const fakes = fakeActivities(
    {
      parsePages: async () => {
        ranges += 1;
        if (ranges > 20) await isEnding; // and then in order, as one whose cancel was on the way
        return parsed(4);
      },
    },
    200,
  );
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, { ...newShelfRun(), eventsPerHistory: 60 } as ShelfRunInput);
    await until(() => ranges > 20, 'ranges are under way that hear of nothing');
    await handle.cancel();
    await poll(async () => {
      const { events } = await handle.fetchHistory();
      return events?.some(({ workflowExecutionCancelRequestedEventAttributes: asked }) => asked) ? true : null;
    });
    end();
    await expect(handle.result()).rejects.toThrow('cancelled');
  });
  expect(fakes.called('recordFailure')).toMatchObject([{ step: 'parsing', reason: 'stopped' }]);
  expect(fakes.called('removeWork').length).toBeGreaterThan(0);
});

/** Waits as an activity that learns of its cancellation by its heartbeats. */
async function untilCancelled(): Promise<void> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), 100);
  try {
    await context.cancelled;
  } finally {
    clearInterval(beat);
  }
}

/** Sizes of all payloads anywhere in a history. */
function payloadSizes(value: unknown): number[] {
  if (value instanceof Uint8Array) return [value.byteLength];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(payloadSizes);
}
