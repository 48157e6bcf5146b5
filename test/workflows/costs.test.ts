/** What a shelf costs Temporal and Postgres, from its upload to its end: the table of docs/scaling.md holds these figures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Activities } from '../../activities/index.js';
import type { Shelf } from '../../entities/shelf.js';
import type { EnginePool } from '../../worker/engine-pool.js';
import { shelfRunStart, WORKFLOWS } from '../../workflows/messages.js';
import { inputOf, startActivities, type ActivityTest } from '../support/activities.js';
import { startEngine } from '../support/engine.js';
import { textPdf } from '../support/marked-pdf.js';
import { setUpTemporal } from '../support/set-up.js';
import { failureType, withWorkers } from '../support/workflows.js';

const SCAN = join(import.meta.dirname, '../../../test/fixtures/harbour-scan.pdf');
const SCALING = join(import.meta.dirname, '../../../docs/scaling.md');

let env: TestWorkflowEnvironment;
let shelves: ActivityTest;
let pool: EnginePool;
setUpTemporal((started) => (env = started));
beforeAll(async () => {
  pool = startEngine({ startAhead: true });
  shelves = await startActivities({ engine: pool });
}, 120_000);
afterAll(async () => {
  await pool?.close();
  await shelves?.stop();
});

interface Cost {
  events: number;
  /** Tasks of activities; a local one is a marker. */
  activities: number;
  statements: number;
}

/** Runs a shelf over the real activities and counts. */
async function costOf(shelf: Shelf): Promise<Cost> {
  const { documents, pages, deliveries, ...rest } = shelves.activities;
  const all = { ...documents, ...pages, ...deliveries, ...rest.shelves };
  const activities = { shelves: all, documents: all, pages: all, deliveries: all } as Activities;
  let statements = 0;
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    statements += 1;
    return Reflect.apply(query, this, args) as never;
  } as typeof query;
  try {
    return await withWorkers(env, { activities }, async () => {
      const labels = { accountPublicId: shelves.account.publicId, template: null };
      const handle = await env.client.workflow.start(WORKFLOWS.shelf, shelfRunStart(inputOf(shelf), labels));
      expect(await failureType(handle)).toBeNull();
      const { events } = await handle.fetchHistory();
      const scheduled = events?.filter((event) => event.activityTaskScheduledEventAttributes) ?? [];
      return { events: events?.length ?? 0, activities: scheduled.length, statements };
    });
  } finally {
    pg.Client.prototype.query = query;
  }
}

/** The row of the table: no more than it says, and not so much less that it would be wrong. */
function expectAsDocumented(what: string, cost: Cost): void {
  const row = readFileSync(SCALING, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${what} |`));
  const [events = 0, activities = 0, statements = 0] = (row ?? '').split('|').slice(2).map(Number);
  const told: Cost = { events, activities, statements };
  process.stdout.write(`${what}: ${JSON.stringify(cost)}, documented ${JSON.stringify(told)}\n`);
  expect(cost.activities).toBe(told.activities);
  for (const name of ['events', 'statements'] as const) {
    expect([what, name, cost[name]]).toEqual([what, name, expect.any(Number)]);
    expect(cost[name]).toBeLessThanOrEqual(told[name] * 1.1);
    expect(cost[name]).toBeGreaterThanOrEqual(told[name] * 0.7);
  }
}

test('one page', async () => {
  expectAsDocumented('1 page', await costOf(await shelves.givenStoredShelf(await textPdf(1))));
}, 120_000);

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
