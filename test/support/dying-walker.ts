/**
 * A worker of the queue `shelves` in a process of its own, whose walk over documents is killed by one of them as soon as it
 * begins with it. What is done is in a file, as the service has it in its database. Started by
 * test/workflows/dying-workers.slow.test.ts with the address of a server, that file, and the name of the one that kills.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { NativeConnection, Worker } from '@temporalio/worker';
import { documentsActivity } from '../../activities/activity.js';
import { forEachIsolated } from '../../activities/isolation.js';
import { BUNDLE_PATH } from '../../worker/bundle-path.js';
import { TASK_QUEUES } from '../../workflows/messages.js';
import { fakeActivities } from './workflows.js';

export const WALKED = ['one', 'two', 'three', 'four'] as const;

const [address = '', record = '', killing = ''] = process.argv.slice(2);
const done = (line: string): void => appendFileSync(record, `${line}\n`);
const isDone = (name: string): boolean => readFileSync(record, 'utf8').includes(name);

const { activities } = fakeActivities({
  indexShelves: documentsActivity(async (_, { onDocument, signal }) => {
    const left = WALKED.filter((name) => !isDone(name));
    const walkOn = (name: string): Promise<void> =>
      onDocument(
        name,
        async () => {
          if (name === killing) process.kill(process.pid, 'SIGKILL');
          done(name);
        },
        async () => done(`${name} set aside`),
      );
    await forEachIsolated(left, signal, walkOn);
    return { after: null };
  }),
});
const connection = await NativeConnection.connect({ address });
const worker = await Worker.create({
  connection,
  taskQueue: TASK_QUEUES.shelves,
  activities: activities.shelves,
  workflowBundle: { codePath: BUNDLE_PATH },
  maxHeartbeatThrottleInterval: '10 seconds', // as worker/queues.ts has it
});
process.on('SIGTERM', () => worker.shutdown());
await worker.run();
await connection.close();
process.exit();
