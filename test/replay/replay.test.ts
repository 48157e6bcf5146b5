import { beforeAll, expect, test } from '@jest/globals';
import { Worker } from '@temporalio/worker';
import { BUNDLE_PATH } from '../../worker/bundle-path.js';
import { ATTEMPT_FAILED, WORKFLOWS, type AttemptFailed } from '../../workflows/messages.js';
import { nothingRead } from '../../workflows/read-so-far.js';
import { silenceTemporal } from '../support/workflows.js';
import { inputOf, loadHistories, whatIsTold, withInput, withSignal, type StoredHistory } from './histories.js';

beforeAll(silenceTemporal);

/** Replays histories on today's workflows; answers what went wrong by name. */
async function replay(stored: StoredHistory[]): Promise<Record<string, string>> {
  const faults: Record<string, string> = {};
  const histories = stored.map(({ workflowType, name, history }) => ({
    workflowId: `${workflowType}/${name}`,
    history,
  }));
  const options = { workflowBundle: { codePath: BUNDLE_PATH } };
  for await (const { workflowId, error } of Worker.runReplayHistories(options, histories)) {
    if (error) faults[workflowId] = error.name;
  }
  return faults;
}

test('every stored history replays on the workflows of this build', async () => {
  const stored = await loadHistories();
  expect(new Set(stored.map(({ workflowType }) => workflowType))).toEqual(new Set(Object.values(WORKFLOWS)));
  expect(await replay(stored)).toEqual({});
});

test('a history that these workflows would not have made is found out', async () => {
  const stored = await loadHistories();
  const ready = stored.find(({ workflowType, name }) => workflowType === WORKFLOWS.shelf && name.endsWith('-ready'));
  const scheduled = ready?.history.events?.find(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'structureShelf',
  );
  if (!ready || !scheduled?.activityTaskScheduledEventAttributes) throw new Error('no history to tamper with');
  scheduled.activityTaskScheduledEventAttributes.activityType = { name: 'shuffleShelf' };
  expect(await replay([ready])).toEqual({ [`${ready.workflowType}/${ready.name}`]: 'DeterminismViolationError' });
});

test('a signal of this release that a worker of an earlier one took, which knows none of it, replays', async () => {
  const failed: AttemptFailed = { activity: 'structureShelf', attempt: 3, reason: 'object_store' };
  const earlier = (await loadHistories()).filter(({ name }) => ['0.1.0-ready', '0.3.0-reviewed'].includes(name));
  expect(earlier).toHaveLength(2);
  const signalled = earlier.map((stored) => ({
    ...stored,
    history: withSignal(stored, { signalName: ATTEMPT_FAILED, input: failed, during: 'structureShelf' }),
  }));
  expect(await replay(signalled)).toEqual({});
});

test('a turn of a job that a worker of release 0.5.0 has begun, which does a batch of every kind, replays', async () => {
  const stored = await loadHistories();
  const turn = stored.find(
    ({ workflowType, name }) => workflowType === WORKFLOWS.reconcile && name === '0.5.0-one-turn',
  );
  expect(await replay([{ ...turn!, history: withInput(turn!, 'processing') }])).toEqual({});
});

test('an execution that goes on with what is read, which a worker of release 0.5.0 has begun, reads all pages again', async () => {
  const begun = (await loadHistories()).filter(({ name }) => ['0.5.0-scanned', '0.5.0-resumed'].includes(name));
  expect(begun).toHaveLength(2);
  const timeLeftMs = { document: 60_000, recognition: 60_000 };
  const read = nothingRead({ pageCount: 640, pagesPerRange: 32, pagesPerRecognition: 8, timeLeftMs });
  const goingOn = begun.map((stored) => ({ ...stored, history: withInput(stored, { ...inputOf(stored), read }) }));
  expect(await replay(goingOn)).toEqual({});
});

test('stored histories tell of no person, file or machine', async () => {
  for (const { name, json } of await loadHistories()) expect([name, whatIsTold(json)]).toEqual([name, []]);
  const payload = Buffer.from('{"to":"reader@example.com"}').toString('base64');
  expect(whatIsTold(`{"data": "${payload}", "message": "no /tmp/a.pdf at 10.0.0.1:5432"}`)).not.toEqual([]);
});
