/** Who polls a queue, where workers are versions of a Worker Deployment: those that get no tasks do not count. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NativeConnection, Worker } from '@temporalio/worker';
import { readPolls } from '../../infra/task-queues.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { deploymentOptions, describeRouting, setCurrent, setRamping } from '../../worker/deployment.js';
import { startTemporal } from '../support/servers.js';
import { until } from '../support/until.js';

const QUEUE = 'objects';
const REQUEST_MS = 10_000;

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

async function isPolled(): Promise<boolean> {
  const [polls] = await readPolls(temporal, [QUEUE], REQUEST_MS);
  return polls?.state === 'ok';
}

test('a queue that only workers of another build poll is idle, and a build that becomes current ends the ramp of another', async () => {
  const connection = await NativeConnection.connect({ address: server.address });
  const workers = await Promise.all(
    ['one', 'two'].map((buildId) =>
      Worker.create({
        ...{ connection, namespace: temporal.namespace, taskQueue: QUEUE },
        ...deploymentOptions(buildId),
        activities: { wait: async () => undefined },
      }),
    ),
  );
  const [one, two] = workers.map((worker) => worker.run());
  try {
    const areKnown = async () => (await describeRouting(temporal).catch(() => null))?.versions.length === 2;
    await until(areKnown, 'Temporal knows both builds');
    expect(await isPolled()).toBe(false);

    await setCurrent(temporal, 'one');
    await until(isPolled, 'polled by a worker that gets tasks');
    await setRamping(temporal, 'two', 10);
    expect(await describeRouting(temporal)).toMatchObject({ current: 'one', ramping: 'two', percentage: 10 });
    await until(isPolled, 'polled by workers of both builds that get tasks');
    await setCurrent(temporal, 'one');
    expect(await describeRouting(temporal)).toMatchObject({ current: 'one', ramping: null, percentage: 0 });

    workers[0]!.shutdown();
    await one;
    await setCurrent(temporal, 'two');
    await until(isPolled, 'polled by a worker that gets tasks');
    await setCurrent(temporal, '', { leavesQueues: true });
    await until(async () => !(await isPolled()), 'polled by none that gets tasks');
    await setRamping(temporal, 'two', 10);
    await until(isPolled, 'polled by a worker that gets tasks');
    expect(await describeRouting(temporal)).toMatchObject({ ramping: 'two', percentage: 10 });
    await setCurrent(temporal, '', { leavesQueues: true });
    expect(await describeRouting(temporal)).toMatchObject({ current: null, ramping: null, percentage: 0 });
    await until(async () => !(await isPolled()), 'polled by none once the ramp has ended with it');
  } finally {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await Promise.all([one, two]);
    await connection.close();
  }
});
