/** How long a request for a picture waits where no worker draws: in the queue of its account, and in all. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { Counter, Registry } from 'prom-client';
import { createDrawnPages } from '../../api/drawn-pages.js';
import { createPageViews } from '../../api/page-views.js';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import { Version } from '../../entities/version.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../support/app.js';
import { localEnvironment } from '../support/workflows.js';

/** Of an account, at once. */
const PERMITS = 4;
const TIMEOUTS = { queueMs: 1_500, waitMs: 6_000 };

let api: TestApp;
let env: TestWorkflowEnvironment;
let temporal: Temporal;
let app: FastifyInstance;
let account: Account;
let shelf: Shelf;
beforeAll(async () => {
  [api, env] = await Promise.all([buildTestApp(), localEnvironment()]);
  temporal = createTemporal({ address: env.address, namespace: 'default' });
  ({ account } = await api.user());
  shelf = await givenReadyShelf(api, account);
  const version = await api.database.manager.findOneByOrFail(Version, { shelfId: shelf.id });
  const metrics = new Registry();
  const pictures = new Counter({ name: 'pictures', help: 'x', labelNames: ['outcome' as const], registers: [metrics] });
  const workflows = { ...api.deps.workflows, ...createPageViews(temporal, api.deps.log) };
  const drawn = createDrawnPages({ ...api.deps, workflows, metrics }, pictures, TIMEOUTS);
  app = Fastify();
  app.decorateRequest('account', null);
  app.addHook('onRequest', async (request) => {
    request.account = account;
  });
  app.get<{ Params: { width: number } }>('/:width', (request, reply) => {
    const key = { accountId: account.id, shelfPublicId: shelf.publicId };
    const picture = { page: 1, width: Number(request.params.width), box: null };
    return drawn.picture({ request, reply, key, version }, picture);
  });
});
afterAll(async () => {
  await app?.close();
  await temporal?.close();
  await Promise.all([api?.stop(), env?.teardown()]);
});

test('no longer than one deadline for both, and not in the queue when too little of it would be left', async () => {
  const startMs = performance.now();
  const asked = Array.from({ length: PERMITS + 2 }, async (_, at) => {
    const { code } = (await app.inject(`/${100 + at}`)).json<{ code: string }>();
    return { code, ms: performance.now() - startMs };
  });
  const ended = await Promise.all(asked);
  const msOf = (wanted: string) => ended.filter(({ code }) => code === wanted).map(({ ms }) => ms);
  const [queued, begun] = [msOf('BUSY'), msOf('SERVICE_UNAVAILABLE')];
  expect([queued.length, begun.length]).toEqual([2, PERMITS]);
  expect(Math.min(...queued)).toBeGreaterThanOrEqual(TIMEOUTS.queueMs - 50);
  expect(Math.max(...queued)).toBeLessThan(TIMEOUTS.waitMs);
  expect(Math.min(...begun)).toBeGreaterThanOrEqual(TIMEOUTS.waitMs - 50);
  // far from the minute that it is without the deadline
  expect(Math.max(...begun)).toBeLessThan(40_000);
});
