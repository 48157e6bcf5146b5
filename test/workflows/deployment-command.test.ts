/** `npm run deployment`, where a build lacks a queue of the current one: as when a rollout that added one is taken back. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NativeConnection, Worker } from '@temporalio/worker';
import { readPolls } from '../../infra/task-queues.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { deploymentOptions, describeRouting, isWithoutPollers, setCurrent } from '../../worker/deployment.js';
import { startTemporal } from '../support/servers.js';
import { until } from '../support/until.js';

const PROGRAM = fileURLToPath(new URL('../../local/deployment.js', import.meta.url));
const QUEUES = ['objects', 'approvals'] as const;

let server: Awaited<ReturnType<typeof startTemporal>>;
let temporal: Temporal;
beforeAll(async () => {
  server = await startTemporal();
  temporal = createTemporal(server);
}, 120_000);
afterAll(async () => {
  await temporal?.close();
  await server?.stop();
}, 120_000);

async function command(...args: string[]): Promise<object> {
  const env = { ...process.env, TEMPORAL_ADDRESS: server.address, TEMPORAL_NAMESPACE: temporal.namespace };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env });
  return JSON.parse(stdout) as object;
}

test('it becomes current only with --leave-queues', async () => {
  const connection = await NativeConnection.connect({ address: server.address });
  const polled = [['narrow', QUEUES[0]] as const, ...QUEUES.map((queue) => ['wide', queue] as const)];
  const workers = await Promise.all(
    polled.map(([buildId, taskQueue]) =>
      Worker.create({
        ...{ connection, namespace: temporal.namespace, taskQueue },
        ...deploymentOptions(buildId),
        activities: { wait: async () => undefined },
      }),
    ),
  );
  const runs = workers.map((worker) => worker.run());
  try {
    const areKnown = async () => (await describeRouting(temporal).catch(() => null))?.versions.length === 2;
    await until(areKnown, 'Temporal knows both builds');
    expect(await command('current', 'wide')).toMatchObject({ current: 'wide' });
    const arePolled = async () => (await readPolls(temporal, QUEUES, 10_000)).every(({ state }) => state === 'ok');
    await until(arePolled, 'both queues are polled by the current build');

    expect(isWithoutPollers(await setCurrent(temporal, 'narrow').catch((error: unknown) => error))).toBe(true);
    expect(await command('show')).toMatchObject({ current: 'wide' });
    expect(await command('current', 'narrow', '--leave-queues')).toMatchObject({ current: 'narrow' });
  } finally {
    for (const worker of workers) worker.shutdown();
    await Promise.all(runs);
    await connection.close();
  }
});
