/** What a run shows operators in Temporal, and answers their queries. */
import { expect, test } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { ATTEMPT_FAILED, SEARCH_ATTRIBUTES, WORKFLOWS } from '../../workflows/messages.js';
import { PROGRESS, type RunProgress } from '../../workflows/progress.js';
import { shelfRunStart } from '../../workflows/starts.js';
import { poll } from '../support/poll.js';
import { failureType, fakeActivities, newShelfRun, parsed, startShelf, withWorkers } from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

test('shows operators the status, the step and how far it is', async () => {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const fakes = fakeActivities({
    parsePages: async ({ first }) => {
      if (first > 4) {
        reached.resolve();
        await goOn.promise;
      }
      return parsed(4);
    },
  });
  await withWorkers(env, fakes, async () => {
    const input = newShelfRun();
    const handle = await startShelf(env, input);
    await reached.promise;
    const shown = await poll(async () => {
      const details = await handle.describe();
      const about = (await handle.query('__temporal_workflow_metadata')) as { currentDetails?: string };
      return /^parsing 4\/10 pages, since 20\d\d-/.test(about.currentDetails ?? '') ? details : null;
    });
    expect(shown.typedSearchAttributes.getAll()).toEqual(
      expect.arrayContaining([
        { key: SEARCH_ATTRIBUTES.status, value: 'parsing' },
        { key: SEARCH_ATTRIBUTES.step, value: 'parsing' },
        { key: SEARCH_ATTRIBUTES.template, value: 'none' },
        { key: SEARCH_ATTRIBUTES.account, value: 'usr_1' },
      ]),
    );
    expect(await shown.staticSummary()).toBe(`Shelf ${input.shelfPublicId}, run 1`);
    goOn.resolve();
    expect(await failureType(handle)).toBeNull();
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.status)).toBe('ready');
  });
});

test('answers operators what it does, which ranges are in flight, how much time is left and what it waits for', async () => {
  const goOn = Promise.withResolvers<void>();
  const fakes = fakeActivities({
    parsePages: async ({ first }) => {
      if (first > 4) await goOn.promise;
      return parsed(4, 1_000);
    },
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const ask = () => handle.query<RunProgress>(PROGRESS);
    try {
      await poll(async () => {
        const { inFlight, progress } = await ask();
        return inFlight.length === 2 && progress === '4/10 pages' ? true : null;
      });
      await handle.signal(ATTEMPT_FAILED, { activity: 'parsePages', attempt: 3, reason: 'object_store' });
      await poll(async () => ((await ask()).waitsFor ? true : null));
      expect(await ask()).toEqual({
        doing: 'parsing',
        since: expect.stringMatching(/^20\d\d-/),
        progress: '4/10 pages',
        inFlight: ['pages 5-8', 'pages 9-10'],
        timeLeftMs: { document: 60_000 - 1_000 - 1, recognition: 60_000 },
        waitsFor: { activity: 'parsePages', attempt: 3, reason: 'object_store' },
      });
    } finally {
      goOn.resolve();
    }
    expect(await failureType(handle)).toBeNull();
    const { definition } = (await handle.query('__temporal_workflow_metadata')) as Described;
    for (const messages of [definition.queryDefinitions, definition.signalDefinitions, definition.updateDefinitions])
      expect(messages.filter(({ name }) => !name.startsWith('__')).map(({ description }) => description)).not.toContain(
        '',
      );
  });
});

test('waits no more for what the execution before it waited for, whose search attributes it has', async () => {
  const start = shelfRunStart(newShelfRun(), { accountPublicId: 'usr_1', template: null });
  const inherited = { key: SEARCH_ATTRIBUTES.waitsFor, value: 'object_store' };
  const handle = await env.client.workflow.start(WORKFLOWS.shelf, {
    ...start,
    typedSearchAttributes: [...start.typedSearchAttributes, inherited],
  });
  expect((await handle.describe()).typedSearchAttributes.get(inherited.key)).toBe('object_store');
  await withWorkers(env, fakeActivities(), async () => {
    expect(await failureType(handle)).toBeNull();
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(inherited.key)).toBeUndefined();
  });
});

interface Described {
  definition: Record<
    'queryDefinitions' | 'signalDefinitions' | 'updateDefinitions',
    { name: string; description: string }[]
  >;
}
