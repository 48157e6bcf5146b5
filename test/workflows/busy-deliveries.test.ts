/** Deliveries that wait for a slot of their receiver: repeated by the server, without events. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Attempt } from '../../activities/deliveries.js';
import { describeWorkflow } from '../../activities/executions.js';
import { newPublicId } from '../../entities/ids.js';
import { isWorkflowNotFound } from '../../infra/temporal-requests.js';
import { BUSY, WAKE, WORKFLOWS, type DeliveryWorkflowInput } from '../../workflows/messages.js';
import { deliveryWorkflowStart } from '../../workflows/starts.js';
import { poll } from '../support/poll.js';
import { setUpTemporal } from '../support/set-up.js';
import { failureType, fakeActivities, withWorkers } from '../support/workflows.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

const delivered: Attempt = { outcome: 'succeeded', number: 1, statusCode: 204, waitMs: null };

const noSlotFor = (nextRetryDelay: number) =>
  ApplicationFailure.create({ message: 'no slot', type: BUSY, nextRetryDelay, category: 'BENIGN' });

function start(): Promise<WorkflowHandleWithFirstExecutionRunId> {
  const ids = { deliveryId: newPublicId('dlv'), endpointPublicId: newPublicId('wh') };
  const options = deliveryWorkflowStart({ ...ids, accountPublicId: newPublicId('usr') });
  return env.client.workflow.start(WORKFLOWS.deliverWebhook, options);
}

/** Deliveries of which the first `busy` attempts find no slot. */
function busyAtFirst(busy: number, nextRetryDelay: number) {
  let left = busy;
  return fakeActivities({
    attemptDelivery: async () => {
      if (left-- > 0) throw noSlotFor(nextRetryDelay);
      return delivered;
    },
  });
}

/** Waits until the first attempt has found no slot, and the server has put the next one off. */
const untilItWaits = (handle: WorkflowHandleWithFirstExecutionRunId): Promise<true> =>
  poll(async () => {
    const { raw } = await handle.describe();
    return raw.pendingActivities?.[0]?.attempt === 2 ? true : null;
  });

/** Wakes a run whose request is in flight, and waits until it has asked for the end of that attempt. */
async function wakeAtWork(handle: WorkflowHandleWithFirstExecutionRunId): Promise<void> {
  await handle.signal(WAKE);
  await poll(async () => {
    const { events } = await handle.fetchHistory();
    return events?.some((event) => event.activityTaskCancelRequestedEventAttributes) ? true : null;
  });
}

function unlessOver(error: unknown): void {
  if (!isWorkflowNotFound(error)) throw error;
}

async function eventsAfter(busy: number): Promise<(string | undefined)[]> {
  const fakes = busyAtFirst(busy, 100);
  return withWorkers(env, fakes, async () => {
    const handle = await start();
    expect(await failureType(handle)).toBeNull();
    expect(fakes.called('attemptDelivery')).toHaveLength(busy + 1);
    const { events } = await handle.fetchHistory();
    return (events ?? []).map(({ eventType }) => String(eventType));
  });
}

test('a delivery that found no slot five times has the history of one that found one at once', async () => {
  const [waited, atOnce] = [await eventsAfter(5), await eventsAfter(0)];
  expect(waited).toEqual(atOnce);
});

test('a wake ends the wait for a slot', async () => {
  const fakes = busyAtFirst(1, 3_600_000);
  await withWorkers(env, fakes, async () => {
    const handle = await start();
    await untilItWaits(handle);
    await handle.signal(WAKE);
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.called('attemptDelivery')).toHaveLength(2);
});

test('only between two attempts does a run wait: the reconciler does not wake one that is at work', async () => {
  const goOn = Promise.withResolvers<void>();
  let attempts = 0;
  const fakes = fakeActivities({
    attemptDelivery: async () => {
      if ((attempts += 1) > 1) return delivered;
      await goOn.promise;
      throw noSlotFor(3_600_000);
    },
  });
  await withWorkers(env, fakes, async () => {
    const handle = await start();
    const temporal = { within: <T>(_ms: number, call: (client: typeof env.client) => Promise<T>) => call(env.client) };
    const described = () => describeWorkflow(temporal, handle.workflowId);
    await poll(async () => (attempts === 1 ? true : null));
    expect(await described()).toMatchObject({ status: 'RUNNING', waits: false });
    goOn.resolve();
    await poll(async () => ((await described())?.waits ? true : null));
    await handle.signal(WAKE);
    expect(await failureType(handle)).toBeNull();
    expect(await described()).toMatchObject({ status: 'COMPLETED', waits: false });
  });
});

test('a delivery that is woken again and again begins a new history', async () => {
  const fakes = busyAtFirst(Number.POSITIVE_INFINITY, 3_600_000);
  await withWorkers(env, fakes, async () => {
    const first = await start();
    await untilItWaits(first); // a wake that comes before the first attempt asks for none
    const latest = env.client.workflow.getHandle(first.workflowId);
    for (let wakes = 1; (await latest.describe()).runId === first.firstExecutionRunId; wakes += 1) {
      expect(wakes).toBeLessThan(200);
      await latest.signal(WAKE);
      await poll(async () => (fakes.called('attemptDelivery').length > wakes ? true : null), 20_000, 5);
    }
    expect((await latest.describe()).historyLength).toBeLessThan(100);
    await latest.terminate();
  });
}, 240_000);

test('a wake that comes while a request is in flight waits for its end, and another attempt follows', async () => {
  const goOn = Promise.withResolvers<void>();
  const fakes = fakeActivities({ attemptDelivery: () => goOn.promise.then(() => delivered) });
  await withWorkers(env, fakes, async () => {
    const handle = await start();
    await poll(async () => (fakes.called('attemptDelivery').length === 1 ? true : null));
    await wakeAtWork(handle);
    goOn.resolve();
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.called('attemptDelivery')).toHaveLength(2);
});

test('an attempt that fails after a wake, as by the death of its worker, is made again', async () => {
  const goOn = Promise.withResolvers<void>();
  let attempts = 0;
  const fakes = fakeActivities({
    attemptDelivery: async () => {
      if ((attempts += 1) > 1) return delivered;
      await goOn.promise;
      throw new Error('the server would repeat it');
    },
  });
  await withWorkers(env, fakes, async () => {
    const handle = await start();
    await poll(async () => (attempts === 1 ? true : null));
    await wakeAtWork(handle);
    goOn.resolve();
    expect(await failureType(handle)).toBeNull();
  });
  expect(attempts).toBe(2);
});

test('wakes that come about the end of a request are not lost, and stop no run', async () => {
  const waiting = new Map<string, () => void>();
  const fakes = fakeActivities({
    attemptDelivery: async ({ deliveryId }) => {
      if (waiting.has(deliveryId)) return delivered; // the second one
      await new Promise<void>((resolve) => waiting.set(deliveryId, resolve));
      return delivered;
    },
  });
  await withWorkers(env, fakes, async () => {
    const handles = await Promise.all(Array.from({ length: 24 }, start));
    await poll(async () => (waiting.size === handles.length ? true : null));
    const ends = handles.map(async (handle, index) => {
      // one that comes when the run is over finds none, which it says
      const signalled = handle.signal(WAKE).catch(unlessOver);
      await pause(index * 2);
      waiting.get(handle.workflowId.slice('delivery/'.length))?.();
      await signalled;
      expect(await failureType(handle)).toBeNull();
    });
    await Promise.all(ends);
  });
  // a signal that comes after the run's last task starts nothing: signal-with-start does
  expect(fakes.called('attemptDelivery').length).toBeGreaterThan(24);
});

test('an operator can cancel a delivery that waits for a slot', async () => {
  const fakes = busyAtFirst(9, 3_600_000);
  await withWorkers(env, fakes, async () => {
    const handle = await start();
    await untilItWaits(handle);
    await handle.cancel();
    await expect(handle.result()).rejects.toThrow();
    expect((await handle.describe()).status.name).toBe('CANCELLED');
  });
});

test.each([
  ['finds no slot', () => noSlotFor(3_600_000)],
  ['fails', () => new Error('the server would repeat it')],
])('a delivery that is cancelled during an attempt that %s closes as cancelled', async (_, failure) => {
  const goOn = Promise.withResolvers<void>();
  const fakes = fakeActivities({ attemptDelivery: () => goOn.promise.then(() => Promise.reject(failure())) });
  await withWorkers(env, fakes, async () => {
    const handle = await start();
    await poll(async () => (fakes.called('attemptDelivery').length === 1 ? true : null));
    await handle.cancel();
    await poll(async () => {
      const { events } = await handle.fetchHistory();
      return events?.some((event) => event.activityTaskCancelRequestedEventAttributes) ? true : null;
    });
    goOn.resolve();
    await expect(handle.result()).rejects.toThrow();
    expect((await handle.describe()).status.name).toBe('CANCELLED');
  });
});

test('a run of release 0.5.0 gets an answer, and waits by a timer', async () => {
  const answers: Attempt[] = [{ outcome: 'busy', number: 1, statusCode: null, waitMs: 50 }, delivered];
  const fakes = fakeActivities({ attemptDelivery: async () => answers.shift() ?? delivered });
  await withWorkers(env, fakes, async () => {
    const [input] = deliveryWorkflowStart({
      deliveryId: 'dlv_1',
      endpointPublicId: 'wh_1',
      accountPublicId: 'usr_1',
    }).args;
    const { retriesBusy, ...before } = input;
    expect(retriesBusy).toBe(true);
    const options = {
      workflowId: newPublicId('dlv'),
      taskQueue: 'deliveries',
      args: [before] as [DeliveryWorkflowInput],
    };
    const handle = await env.client.workflow.start(WORKFLOWS.deliverWebhook, options);
    expect(await failureType(handle)).toBeNull();
    const { events } = await handle.fetchHistory();
    expect(events?.filter((event) => event.timerStartedEventAttributes)).toHaveLength(1);
  });
  expect(fakes.called('attemptDelivery')).toEqual([
    expect.not.objectContaining({ retriesBusy: true }),
    expect.not.objectContaining({ retriesBusy: true }),
  ]);
});
