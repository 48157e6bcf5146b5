/** Which attempts of activities are shown as errors in a trace. */
import { expect, test } from '@jest/globals';
import type { Context } from '@temporalio/activity';
import { killsWorkers, noFreeSlot } from '../../../activities/failures.js';
import type { EndedSpan } from '../../../infra/tracing/tracing.js';
import { traceActivities } from '../../../worker/traces.js';

/** The span of an attempt that ends so. */
async function spanOf(work: () => Promise<unknown>): Promise<EndedSpan> {
  const spans: EndedSpan[] = [];
  const tracing = { add: (span: EndedSpan) => void spans.push(span), close: async () => undefined };
  const info = { activityType: 'attemptDelivery', taskQueue: 'deliveries', attempt: 1 };
  const { inbound } = traceActivities(tracing)({ info } as Context);
  await inbound!.execute!({ args: [{}], headers: {} }, work).catch(() => undefined);
  expect(spans).toHaveLength(1);
  return spans[0]!;
}

test('an attempt that failed is an error by its reason; one that found no free slot, and is to be repeated, is none', async () => {
  const failing = async (failure: Error): Promise<string | null> =>
    (await spanOf(() => Promise.reject(failure))).failed;
  expect(await failing(killsWorkers())).toBe('defect');
  expect(await failing(noFreeSlot(1_000))).toBeNull();
  expect((await spanOf(async () => 'done')).failed).toBeNull();
});
