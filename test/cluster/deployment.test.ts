/** Workers as versions of a Worker Deployment, as docs/releasing.md rolls them out: decision 50. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { shelfRunId } from '../../workflows/starts.js';
import { startClusterService, type ClusterService } from '../support/cluster-service.js';
import { START_MS, STOP_MS } from '../support/service.js';
import { textPdf } from '../support/marked-pdf.js';

const REQUEST_MS = 10_000;
const BUILD = 'TEMPORAL_DEPLOYMENT_BUILD_ID';

let service: ClusterService;
let pdf: Buffer;

beforeAll(async () => {
  pdf = await textPdf(2);
  service = await startClusterService({ [BUILD]: 'one' });
}, START_MS);
afterAll(() => service?.stop(), STOP_MS);

const deployment = async (...args: string[]) => JSON.parse(await service.command('deployment', ...args)) as object;

/** The build that the shelf's run had its last task on. */
async function buildOf(publicId: string): Promise<string | undefined> {
  const run = await service.client.within(REQUEST_MS, ({ workflow }) =>
    workflow.getHandle(shelfRunId(publicId, 1)).describe(),
  );
  return run.raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? undefined;
}

test('workers of a build get no task until it is current', async () => {
  const { publicId } = await service.createShelf(pdf);
  await pause(3_000);
  expect((await service.getShelf(publicId)).status).toBe('uploading');
  expect(await deployment('current', 'one')).toMatchObject({ current: 'one', ramping: null });
  expect(await service.shelfIn(publicId, ['ready', 'failed'])).toMatchObject({ status: 'ready' });
  expect(await buildOf(publicId)).toBe('one');
});

test('a review that began on one build is approved on the next one, and a roll-back is the same request', async () => {
  const [first, second] = [await service.inReview(pdf), await service.inReview(pdf)];
  await service.secondWorker.start({ [BUILD]: 'two' });
  expect(await deployment('ramp', 'two', '10')).toMatchObject({ current: 'one', ramping: 'two', percentage: 10 });
  expect(await deployment('current', 'two')).toMatchObject({ current: 'two', ramping: null });
  expect(await service.approve(first)).toBe(200);
  expect(await buildOf(first)).toBe('two');

  expect(await deployment('current', 'one')).toMatchObject({ current: 'one' });
  expect(await service.approve(second)).toBe(200);
  expect(await buildOf(second)).toBe('one');
  const { publicId } = await service.createShelf(pdf);
  expect(await service.shelfIn(publicId, ['ready', 'failed'])).toMatchObject({ status: 'ready' });
}, 240_000);

test('the old workers can go once the new build is current; without builds, workers have none to wait for', async () => {
  expect(await deployment('current', 'two')).toMatchObject({ current: 'two' });
  await service.worker.stop();
  const { publicId } = await service.createShelf(pdf);
  expect(await service.shelfIn(publicId, ['ready', 'failed'])).toMatchObject({ status: 'ready' });
  await service.worker.start({ [BUILD]: '' });
  expect(await deployment('unversioned')).toMatchObject({ current: null });
  await service.secondWorker.stop();
  const unversioned = await service.createShelf(pdf);
  expect(await service.shelfIn(unversioned.publicId, ['ready', 'failed'])).toMatchObject({ status: 'ready' });
}, 240_000);

test('a command line that is not understood does nothing', async () => {
  for (const args of [[], ['current'], ['ramp', 'two'], ['ramp', 'two', '101'], ['show', 'two'], ['current', 'a b']])
    await expect(service.command('deployment', ...args)).rejects.toMatchObject({ code: 2 });
  expect(await deployment('show')).toMatchObject({ versions: expect.arrayContaining(['one', 'two']) });
});
