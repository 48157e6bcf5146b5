/** Runs of documents with so many pages that their histories grow long. */
import { expect, test } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { NO_PAGES } from '../../engine/page-tally.js';
import type { ShelfRunInput } from '../../workflows/messages.js';
import { poll } from '../support/poll.js';
import { failureType, fakeActivities, newShelfRun, parsed, startShelf, withWorkers } from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';
import { until } from '../support/until.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

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

/** Sizes of all payloads anywhere in a history. */
function payloadSizes(value: unknown): number[] {
  if (value instanceof Uint8Array) return [value.byteLength];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(payloadSizes);
}
