/** Workers look whether the namespace is set up, the set-up makes what is missing and leaves what is there. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { msToTs } from '@temporalio/common/lib/time.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTemporal, type Temporal } from '../../../infra/temporal.js';
import { prepareConfigured } from '../../../local/configured-temporal.js';
import { keepClosedRuns, prepareTemporal, prepareVisibility } from '../../../local/prepare-temporal.js';
import { checkNamespace } from '../../../worker/namespace.js';
import {
  RECONCILE_JOBS,
  reconcileId,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  WORKFLOWS,
  type ReconcileJob,
} from '../../../workflows/messages.js';
import { reservedPort } from '../../support/run-wide.js';
import { startTemporal } from '../../support/servers.js';
import { until } from '../../support/until.js';

const DAY_SECONDS = 24 * 3_600;
const SCHEDULES = (Object.keys(RECONCILE_JOBS) as ReconcileJob[]).map((job) => `schedule ${reconcileId(job)}`);
const ALL = Object.values(SEARCH_ATTRIBUTES).map(({ name }) => `search attribute ${name}`);

let server: Awaited<ReturnType<typeof startTemporal>>;
const open: Temporal[] = [];

beforeAll(async () => {
  server = await startTemporal({ prepare: null });
});
afterAll(async () => {
  for (const temporal of open) await temporal.close();
  await server?.stop();
});

function inNamespace(namespace: string): Temporal {
  const temporal = createTemporal({ address: server.address, namespace });
  open.push(temporal);
  return temporal;
}

async function retentionDays({ connection, namespace }: Temporal): Promise<number> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  return Number(config?.workflowExecutionRetentionTtl?.seconds) / DAY_SECONDS;
}

async function keepFor({ connection, namespace }: Temporal, days: number): Promise<void> {
  const workflowExecutionRetentionTtl = msToTs(days * DAY_SECONDS * 1_000);
  await connection.workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl } });
}

/** A new namespace is known to all of the server only after a moment. */
const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );

const refused = (temporal: Temporal) =>
  checkNamespace(temporal).then(
    () => 'is set up',
    ({ name, message }: Error) => `${name}: ${message}`,
  );

test('a namespace is made whole from nothing, step by step as the check names what is missing, and only once', async () => {
  const temporal = inNamespace('shelves');
  expect(await refused(temporal)).toMatch(
    /^NotSetUp: .*"shelves" is not set up: there is no such namespace\. Run the set-up/,
  );
  await until(() => succeeds(prepareVisibility(temporal)), 'namespace and search attributes');
  await until(async () => /no schedule "reconcile/.test(await refused(temporal)), 'that the schedule is missed');
  expect(await prepareTemporal(temporal)).toEqual(SCHEDULES);
  expect(await refused(temporal)).toBe('is set up');
  expect(await prepareTemporal(temporal)).toEqual([]);
  expect(await retentionDays(temporal)).toBe(30);
});

test('a namespace of the development server keeps closed runs for 30 days, until its operator says otherwise', async () => {
  const temporal = inNamespace(server.namespace);
  expect(await retentionDays(temporal)).toBe(30);
  await keepFor(temporal, 1);
  await keepClosedRuns(temporal);
  expect(await retentionDays(temporal)).toBe(1);
});

test('in a namespace that is there a missing search attribute is named, and its retention stays', async () => {
  const temporal = inNamespace(server.namespace);
  await keepFor(temporal, 3);
  expect(await refused(temporal)).toMatch(/a search attribute is missing \(.*Shelf/);
  expect(await prepareTemporal(temporal)).toEqual([...ALL, ...SCHEDULES]);
  expect(await refused(temporal)).toBe('is set up');
  expect(await retentionDays(temporal)).toBe(3);
});

test('the schedule of release 0.5.0 becomes that of a job, and one that an operator has paused stays so', async () => {
  const temporal = inNamespace('of-0.5.0');
  await until(() => succeeds(prepareVisibility(temporal)), 'namespace and search attributes');
  const { schedule } = await temporal.within(10_000, async (client) => client);
  const scheduleId = reconcileId('processing');
  await schedule.create({
    scheduleId,
    spec: { intervals: [{ every: '1 minute' }] },
    policies: { overlap: 'SKIP', catchupWindow: '1 minute' },
    action: {
      type: 'startWorkflow',
      workflowType: WORKFLOWS.reconcile,
      workflowId: scheduleId,
      taskQueue: TASK_QUEUES.shelves,
      args: [],
      workflowExecutionTimeout: '20 minutes',
    },
    state: { paused: true, note: 'by the operator' },
  });
  const [, ...others] = SCHEDULES;
  expect(await prepareTemporal(temporal)).toEqual([`schedule ${scheduleId}, which was another`, ...others]);
  await until(async () => (await prepareTemporal(temporal)).length === 0, 'that nothing is left to do');
  const { action, state } = await schedule.getHandle(scheduleId).describe();
  expect(action.args).toEqual(['processing']);
  expect(state).toMatchObject({ paused: true, note: 'by the operator' });
});

test('several set-ups at once do not get in the way of each other', async () => {
  const [one, two] = [inNamespace('at-once'), inNamespace('at-once')];
  const settle = (temporal: Temporal) => until(() => succeeds(prepareTemporal(temporal)), 'a set-up');
  await Promise.all([settle(one), settle(two)]);
  await until(async () => (await refused(one)) === 'is set up', 'the set-up');
});

test('npm start waits for a configured server that is still starting, and says what it waits for', async () => {
  const port = await reservedPort();
  const told: string[] = [];
  const task = {
    report: (what: string) => told.push(what),
    done: () => told.push('done'),
    failed: () => told.push('failed'),
  };
  const progress = { begin: (title: string) => (told.push(title), task) };
  const config = { address: `127.0.0.1:${port}`, namespace: 'late' };
  const prepared = prepareConfigured(config, { progress, signal: new AbortController().signal });
  await until(async () => told.length > 1, 'a first attempt that failed');
  const [host, serverPort] = server.address.split(':');
  const late = createServer((socket) => {
    const upstream = connect(Number(serverPort), host);
    socket.on('error', () => upstream.destroy()).pipe(upstream);
    upstream.on('error', () => socket.destroy()).pipe(socket);
  });
  await once(late.listen(port, '127.0.0.1'), 'listening');
  await prepared;
  late.close();
  expect(told.at(0)).toBe(`Temporal at 127.0.0.1:${port}`);
  expect(told.slice(1, -1).every((what) => what !== 'failed')).toBe(true);
  expect(told.at(-1)).toBe('done');
  const temporal = inNamespace('late');
  await until(async () => (await refused(temporal)) === 'is set up', 'the namespace to be known');
});

test('a stop ends the wait for a configured server at once', async () => {
  const stop = new AbortController();
  const task = { report: () => stop.abort(new Error('stopped')), done: () => {}, failed: () => {} };
  const config = { address: `127.0.0.1:${await reservedPort()}`, namespace: 'late' };
  await expect(
    prepareConfigured(config, { progress: { begin: () => task }, signal: stop.signal }),
  ).rejects.toMatchObject({ name: 'AbortError' });
});
