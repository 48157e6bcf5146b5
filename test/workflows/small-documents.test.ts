import { expect, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { RunStart } from '../../activities/record.js';
import { NOT_SMALL, TASK_QUEUES } from '../../workflows/messages.js';
import { fakeActivities, parsed, runShelf } from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';

let env: TestWorkflowEnvironment;
/** Where each step was done, in order. */
let queues: string[];

const START: RunStart = {
  step: 'uploading',
  pagesPerRange: 48,
  rangesInFlight: 8,
  documentTimeoutMs: 60_000,
  longestAttemptMs: 120_000,
  pagesPerRecognition: 4,
  recognitionTimeoutMs: 60_000,
};

setUpTemporal((started) => (env = started));

/** A run of a document of `pageCount` pages of which the first needs recognition. */
async function run(pageCount: number, smallPages: number, isSlow = (_step: string): boolean => false): Promise<void> {
  queues = [];
  const note = (step: string): void => {
    const { taskQueue } = Context.current().info;
    queues.push(`${step}: ${taskQueue}`);
    if (taskQueue !== TASK_QUEUES.smallDocuments || !isSlow(step)) return;
    throw ApplicationFailure.create({ type: NOT_SMALL, nonRetryable: true });
  };
  const fakes = fakeActivities({
    openRun: async () => ({ ...START, smallPages }),
    inspectDocument: async () => (note('inspect'), { pageCount, workMs: 1 }),
    parsePages: async () => (note('parse'), { ...parsed(pageCount), toRecognise: [1] }),
    chooseLanguages: async () => ({ languages: 'eng', workMs: 1 }),
    recognisePages: async () => (note('recognise'), parsed(1)),
    structureShelf: async () => (note('structure'), { workMs: 1 }),
    verifyShelf: async () => (note('verify'), { workMs: 1 }),
  });
  expect(await runShelf(env, fakes)).toBeNull();
}

test('a document of a few pages is read on a queue of its own, but for recognition', async () => {
  await run(20, 20);
  expect(queues).toEqual([
    'inspect: documents-small',
    'parse: documents-small',
    'recognise: documents',
    'structure: documents-small',
    'verify: documents-small',
  ]);
});

test('a document that has more pages than its size let expect goes on among the others', async () => {
  await run(21, 20);
  expect(queues[0]).toBe('inspect: documents-small');
  expect(queues.slice(1).every((step) => step.endsWith(': documents'))).toBe(true);
});

test('a large file, and a run of a release that knew no small ones, is among the others from the start', async () => {
  await run(1, 0);
  expect(queues.every((step) => step.endsWith(': documents'))).toBe(true);
});

test('what takes long on the queue of small documents is done over on the other, and the run goes on', async () => {
  await run(2, 20, (step) => step === 'parse');
  expect(queues).toEqual([
    'inspect: documents-small',
    'parse: documents-small',
    'parse: documents',
    'recognise: documents',
    'structure: documents-small',
    'verify: documents-small',
  ]);
});
