/** What a shelf costs Temporal and Postgres, from its upload to its end: the table of docs/scaling.md holds these figures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Activities } from '../../activities/index.js';
import { NO_PAGES } from '../../engine/page-tally.js';
import type { Shelf } from '../../entities/shelf.js';
import type { EnginePool } from '../../worker/engine-pool.js';
import { WORKFLOWS } from '../../workflows/messages.js';
import { shelfRunStart } from '../../workflows/starts.js';
import { inputOf, startActivities, type ActivityTest } from '../support/activities.js';
import { startEngine } from '../support/engine.js';
import { textPdf } from '../support/marked-pdf.js';
import { setUpTemporal } from '../support/set-up.js';
import { actionsOf } from '../support/cloud-actions.js';
import { failureType, fakeActivities, newShelfRun, parsed, startShelf, withWorkers } from '../support/workflows.js';

const SCAN = join(import.meta.dirname, '../../../test/fixtures/harbour-scan.pdf');
const SCALING = join(import.meta.dirname, '../../../docs/scaling.md');

let env: TestWorkflowEnvironment;
let shelves: ActivityTest;
let pool: EnginePool;
setUpTemporal((started) => (env = started));
beforeAll(async () => {
  pool = startEngine({ startAhead: true });
  shelves = await startActivities({ engine: pool });
});
afterAll(async () => {
  await pool?.close();
  await shelves?.stop();
});

interface Cost {
  /** Null where activities answer at once, and several share a workflow task. */
  events: number | null;
  /** Tasks of activities; a local one is a marker. */
  activities: number;
  /** Null where no database was used. */
  statements: number | null;
  /** Of Temporal Cloud. */
  actions: number;
}

/** Runs a shelf over the real activities and counts. */
async function costOf(shelf: Shelf): Promise<Cost> {
  const { documents, pages, deliveries, ...rest } = shelves.activities;
  const all = { ...documents, ...pages, ...deliveries, ...rest.shelves };
  const activities = { shelves: all, documents: all, pages: all, deliveries: all } as Activities;
  const counted = jest.spyOn(pg.Client.prototype, 'query');
  try {
    return await withWorkers(env, { activities }, async () => {
      const labels = { accountPublicId: shelves.account.publicId, template: null };
      const handle = await env.client.workflow.start(WORKFLOWS.shelf, shelfRunStart(inputOf(shelf), labels));
      expect(await failureType(handle)).toBeNull();
      const { events } = await handle.fetchHistory();
      const scheduled = events?.filter((event) => event.activityTaskScheduledEventAttributes) ?? [];
      const statements = counted.mock.calls.length;
      return { events: events?.length ?? 0, activities: scheduled.length, statements, actions: actionsOf({ events }) };
    });
  } finally {
    counted.mockRestore();
  }
}

/** The row of the table: no more than it says, and not so much less that it would be wrong. */
function expectAsDocumented(what: string, cost: Cost): void {
  const row = readFileSync(SCALING, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${what} |`));
  const [events = 0, activities = 0, statements = 0, actions = 0] = (row ?? '')
    .split('|')
    .slice(2)
    .map((cell) => Number(cell.replace(',', '')));
  const told = { events, activities, statements, actions };
  process.stdout.write(`${what}: ${JSON.stringify(cost)}, documented ${JSON.stringify(told)}\n`);
  expect([what, cost.activities]).toEqual([what, told.activities]);
  for (const name of ['events', 'statements', 'actions'] as const) {
    const found = cost[name];
    if (found === null) continue;
    expect([what, name, found]).toEqual([what, name, expect.any(Number)]);
    expect(found).toBeLessThanOrEqual(told[name] * 1.1);
    expect(found).toBeGreaterThanOrEqual(told[name] * 0.7);
  }
}

test('one page', async () => {
  expectAsDocumented('1 page', await costOf(await shelves.givenStoredShelf(await textPdf(1))));
});

test('three hundred pages', async () => {
  const { activities } = shelves;
  shelves.activities = shelves.build({ maxPages: 1_000, pagesPerRange: 48 });
  try {
    expectAsDocumented('300 pages', await costOf(await shelves.givenStoredShelf(await textPdf(300))));
  } finally {
    shelves.activities = activities;
  }
}, 240_000);

test('a scan', async () => {
  expectAsDocumented('1 scanned page', await costOf(await shelves.givenStoredShelf(readFileSync(SCAN))));
}, 240_000);

/** All executions of a run of so many pages, whose activities answer at once. */
async function costOfPages(pageCount: number, isScanned: boolean): Promise<Cost> {
  const begun = await fakeActivities().activities.shelves.openRun(newShelfRun());
  const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const fakes = fakeActivities(
    {
      openRun: async () => ({ ...begun, pagesPerRange: 48, rangesInFlight: 8, pagesPerRecognition: 4 }),
      parsePages: async ({ first, last }) => ({
        ...parsed(last - first + 1),
        ...(isScanned && { tally: { ...NO_PAGES, pages: last - first + 1 }, toRecognise: numbers(first, last) }),
      }),
      structureShelf: async () => ({ workMs: 1, verified: true }),
    },
    pageCount,
  );
  return withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    expect(await failureType(handle)).toBeNull();
    const cost = { events: null, activities: 0, statements: null, actions: 0 };
    // by the histories themselves: Temporal's list lags
    for (let runId: string | null | undefined = handle.firstExecutionRunId; runId;) {
      const { events } = await env.client.workflow.getHandle(handle.workflowId, runId).fetchHistory();
      runId = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
      cost.activities += events?.filter((event) => event.activityTaskScheduledEventAttributes).length ?? 0;
      cost.actions += actionsOf({ events });
    }
    return cost;
  });
}

test('five thousand pages', async () => {
  expectAsDocumented('5,000 pages', await costOfPages(5_000, false));
}, 240_000);

test('five thousand scanned pages, which take a few executions', async () => {
  expectAsDocumented('5,000 scanned pages', await costOfPages(5_000, true));
}, 400_000);
