/**
 * How a change of a workflow is released while runs of the release before are open, on a workflow of three steps (in
 * patching/), against a real server. docs/releasing.md lists the steps.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { bundleWorkflowCode, NativeConnection, Worker, type WorkflowBundle } from '@temporalio/worker';
import { poll } from '../support/poll.js';
import { localEnvironment } from '../support/workflows.js';
import { CHECK, RELEASE, type ExampleActivities } from './patching/steps.js';
import type { StoredHistory } from './histories.js';

const QUEUE = 'example';
const OPEN = `WorkflowType = 'exampleWorkflow' AND ExecutionStatus = 'Running'`;
/** Open runs for whose sake the old way must stay. */
const WITHOUT_THE_CHANGE = `${OPEN} AND TemporalChangeVersion IS NULL`;
/** Open runs for whose sake the note of the change must stay. */
const WITH_THE_CHANGE = `${OPEN} AND TemporalChangeVersion = '${CHECK}'`;

const RELEASES = ['old', 'patched', 'deprecated', 'new'] as const;
type Release = (typeof RELEASES)[number];

let env: TestWorkflowEnvironment;
const bundles = {} as Record<Release, WorkflowBundle>;
/** Of one connection only one worker polls a queue. */
const connections = {} as Record<Release, NativeConnection>;
const runs = {} as Record<Release, { handle: WorkflowHandle; history: StoredHistory['history'] }>;

beforeAll(async () => {
  env = await localEnvironment();
  const logger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore, log: ignore };
  for (const release of RELEASES) {
    const workflowsPath = fileURLToPath(new URL(`./patching/${release}.js`, import.meta.url));
    bundles[release] = await bundleWorkflowCode({ workflowsPath, logger });
    connections[release] = await NativeConnection.connect({ address: env.address });
  }
});
afterAll(async () => {
  for (const connection of Object.values(connections)) await connection.close();
  await env?.teardown();
});

function ignore(): void {}

/** What the activities were called for, while the workers of some releases are at work. */
async function during(releases: Release[], work: () => Promise<void>): Promise<(keyof ExampleActivities)[]> {
  const calls: (keyof ExampleActivities)[] = [];
  const note = (name: keyof ExampleActivities) => async () => void calls.push(name);
  const activities: ExampleActivities = { prepare: note('prepare'), check: note('check'), publish: note('publish') };
  let working = work;
  for (const release of releases) {
    const [connection, workflowBundle] = [connections[release], bundles[release]];
    const worker = await Worker.create({ connection, taskQueue: QUEUE, workflowBundle, activities });
    const inner = working;
    working = () => worker.runUntil(inner);
  }
  await working();
  return calls;
}

/** A run that has come to its wait, and its history so far. */
async function begun(id: string): Promise<(typeof runs)[Release]> {
  const options = { taskQueue: QUEUE, workflowId: id, args: [] };
  const handle = await env.client.workflow.start('exampleWorkflow', options);
  const history = await poll(async () => {
    const fetched = await handle.fetchHistory();
    return fetched.events?.some((event) => event.timerStartedEventAttributes) ? fetched : null;
  });
  return { handle, history };
}

async function finished({ handle }: (typeof runs)[Release]): Promise<void> {
  await handle.signal(RELEASE);
  await handle.result();
}

/** `replays`, or the name of the error, of a release over what another has recorded. */
async function replays(release: Release, of: Release): Promise<string> {
  const stored = [{ workflowId: of, history: runs[of].history }];
  for await (const { error } of Worker.runReplayHistories({ workflowBundle: bundles[release] }, stored)) {
    if (error) return error.name;
  }
  return 'replays';
}

/** Ids of the workflows that a query finds, once they are `expected`: what is listed follows what happens. */
async function expectFound(query: string, expected: string[]): Promise<void> {
  let ids: string[] = [];
  const look = async (): Promise<true | null> => {
    ids = [];
    for await (const { workflowId } of env.client.workflow.list({ query })) ids.push(workflowId);
    return ids.toSorted().join() === expected.toSorted().join() ? true : null;
  };
  await poll(look).catch(() => expect(ids).toEqual(expected));
}

test('1. a history of the release before does not replay on the change as it stands, but does once it is patched', async () => {
  expect(await during(['old'], async () => void (runs.old = await begun('old')))).toEqual(['prepare']);
  expect(await replays('new', 'old')).toBe('DeterminismViolationError');
  expect(await replays('patched', 'old')).toBe('replays');
});

test('2. while workers of both releases are at work, runs of both go on, each in its way', async () => {
  const calls = await during(['old', 'patched'], async () => {
    const handles = await Promise.all([1, 2, 3, 4].map((n) => begun(`side-by-side-${n}`)));
    await Promise.all(handles.map(finished));
  });
  expect(calls.filter((name) => name === 'publish')).toHaveLength(4);
});

test('3. workers of the new release alone: a query names the runs that still need the old way; they take it', async () => {
  const calls = await during(['patched'], async () => {
    runs.patched = await begun('patched');
    await expectFound(WITHOUT_THE_CHANGE, ['old']);
    await expectFound(WITH_THE_CHANGE, ['patched']);
    await finished(runs.old);
  });
  expect(calls).toEqual(['prepare', 'check', 'publish']);
  await expectFound(WITHOUT_THE_CHANGE, []);
});

test('4. once that query finds nothing the old way can go, not before', async () => {
  expect(await replays('deprecated', 'old')).toBe('DeterminismViolationError');
  expect(await replays('deprecated', 'patched')).toBe('replays');
  const calls = await during(['deprecated'], async () => {
    runs.deprecated = await begun('deprecated');
    await finished(runs.patched);
  });
  expect(calls).toEqual(['prepare', 'check', 'publish']);
});

test('5. once no run is open that noted the change while both ways were there, the note can go', async () => {
  expect(await replays('new', 'patched')).toBe('DeterminismViolationError');
  expect(await replays('new', 'deprecated')).toBe('replays');
  expect(await during(['new'], () => finished(runs.deprecated))).toEqual(['publish']);
  await expectFound(OPEN, []);
});
