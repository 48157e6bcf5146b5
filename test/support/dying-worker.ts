/**
 * A worker of the queue `documents` in a process of its own, whose structuring kills the process, or waits until the worker
 * stops, or succeeds. Started by test/workflows/dying-workers.slow.test.ts with the address of a server and one of these.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { Client, defaultPayloadConverter } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { documentActivity } from '../../activities/activity.js';
import { TASK_QUEUES } from '../../workflows/messages.js';
import { poll } from './poll.js';
import { fakeActivities } from './workflows.js';

export const STRUCTURING = ['kills', 'waits', 'succeeds'] as const;
export type Structuring = (typeof STRUCTURING)[number];

/** Waits until the server knows from a heartbeat that this attempt is at work. */
async function untilToldOf(): Promise<void> {
  const { workflowExecution, heartbeatDetails } = Context.current().info;
  const run = new Client({ connection }).workflow.getHandle(workflowExecution?.workflowId ?? '');
  const before = JSON.stringify(heartbeatDetails ?? null);
  await poll(async () => {
    const [payload] = (await run.describe()).raw.pendingActivities?.[0]?.heartbeatDetails?.payloads ?? [];
    const details: unknown = payload ? defaultPayloadConverter.fromPayload(payload) : null;
    return JSON.stringify(details) === before ? null : true;
  });
}

const structure: Record<Structuring, (signal: AbortSignal) => Promise<{ workMs: number }>> = {
  async kills() {
    await untilToldOf();
    process.kill(process.pid, 'SIGKILL');
    return pause(60_000, { workMs: 1 });
  },
  waits: (signal) => pause(600_000, { workMs: 1 }, { signal }),
  succeeds: async () => ({ workMs: 1 }),
};

const [address = '', how = 'succeeds'] = process.argv.slice(2);
const connection = await NativeConnection.connect({ address });
const { activities } = fakeActivities({
  structureShelf: documentActivity((_, { signal }) => structure[how as Structuring](signal)),
});
const worker = await Worker.create({
  connection,
  taskQueue: TASK_QUEUES.documents,
  activities: activities.documents,
  shutdownGraceTime: '1 second',
});
process.on('SIGTERM', () => worker.shutdown());
await worker.run();
await connection.close();
process.exit();
