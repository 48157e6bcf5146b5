import { describe, expect, test } from '@jest/globals';
import { activity } from '../../activities/activity.js';
import { userMessage } from '../../activities/failures.js';
import { DOCUMENT_ERRORS } from '../../contract/vocabulary.js';
import { DocumentError } from '../../engine/document-error.js';
import { StorageError } from '../../infra/storage.js';
import { blame } from '../../infra/outages.js';
import { EngineNotStarted } from '../../worker/engine-errors.js';
import { DEFECT, OUTAGE } from '../../workflows/messages.js';
import { attemptOf } from '../support/activities.js';

/** What the heartbeats of an activity leave for its next attempt, as the server keeps it. */
interface Kept {
  details?: unknown;
}

/** What Temporal gets to see of an activity that throws `error` in its attempt `attempt`. */
async function failureOf(error: unknown, attempt = 1, kept: Kept = {}): Promise<Record<string, unknown>> {
  const failing = activity(async () => {
    throw error;
  });
  const env = attemptOf(attempt, kept.details);
  env.on('heartbeat', (details) => (kept.details = details));
  try {
    await env.run(failing, undefined);
  } catch (seen) {
    return seen as Record<string, unknown>;
  }
  throw new Error('it did not fail');
}

const coded = (code: string | number, message = 'broken') => Object.assign(new Error(message), { code });

test.each(DOCUMENT_ERRORS)('a document that is at fault by %s is not tried again and does not alarm', async (code) => {
  const failure = await failureOf(new DocumentError(code, 'so it is'));
  expect(failure).toMatchObject({ type: code, nonRetryable: true, category: 'BENIGN' });
});

describe('an outage is tried again at whatever attempt, and says whose it is', () => {
  test.each([
    ['Postgres refuses connections', coded('ECONNREFUSED'), 'Postgres does not answer (ECONNREFUSED)'],
    ['Postgres shuts down', coded('57P01'), 'Postgres does not answer (57P01)'],
    ['Postgres may only be read', coded('25006'), 'Postgres does not answer (25006)'],
    ['Postgres breaks off', new Error('Connection terminated unexpectedly'), 'Postgres does not answer'],
    ['a deadlock', coded('40P01'), 'Postgres does not answer (40P01)'],
    [
      'a wrapped one',
      new Error('query failed', { cause: coded('ECONNRESET') }),
      'Postgres does not answer (ECONNRESET)',
    ],
    [
      'the object store is away',
      new StorageError('STORAGE_UNAVAILABLE', 'the object store answered 503'),
      'the object store does not answer (STORAGE_UNAVAILABLE)',
    ],
    [
      'the object store is slow',
      new StorageError('STORAGE_TIMEOUT', 'the object store said nothing'),
      'the object store does not answer (STORAGE_TIMEOUT)',
    ],
    ['Temporal is away', new Error('Failed to start Workflow', { cause: coded(14) }), 'Temporal does not answer'],
    [
      'the mail server is away',
      blame('mail_server', coded('ETIMEDOUT')),
      'the mail server did not take the mail (ETIMEDOUT)',
    ],
    [
      'the mail server wants the mail later',
      Object.assign(coded('EENVELOPE'), { responseCode: 450 }),
      'the mail server did not take the mail',
    ],
    [
      'the mail server refuses the mail',
      Object.assign(coded('EMESSAGE'), { responseCode: 554 }),
      'the mail server did not take the mail',
    ],
    ['the disk may only be read', coded('EROFS'), 'the worker has no disk space or no descriptors left (EROFS)'],
    ['the disk is full', coded('ENOSPC'), 'the worker has no disk space or no descriptors left (ENOSPC)'],
    [
      'engine processes do not start',
      new EngineNotStarted('crashed', 'Cannot find module'),
      'the worker cannot start engine processes (ENGINE_NOT_STARTED)',
    ],
  ])('%s', async (_what, error, message) => {
    expect(await failureOf(error, 120)).toMatchObject({ type: OUTAGE, message, nonRetryable: false });
  });
});

test('the fifth defect of an activity is final, whatever outages came before and between, on whatever workers', async () => {
  const kept: Kept = {};
  const away = coded('ECONNREFUSED');
  for (let attempt = 1; attempt <= 20; attempt += 1)
    expect(await failureOf(away, attempt, kept)).toMatchObject({ type: OUTAGE, nonRetryable: false });
  for (const attempt of [21, 23, 25, 27]) {
    const failure = await failureOf(new TypeError('x is undefined'), attempt, kept);
    expect(failure).toMatchObject({ type: DEFECT, nonRetryable: false });
    await failureOf(away, attempt + 1, kept);
  }
  expect(await failureOf(coded('23505'), 29)).toMatchObject({ type: DEFECT, nonRetryable: false });
  expect(await failureOf(coded('23505'), 29, kept)).toMatchObject({ type: DEFECT, nonRetryable: true });
});

test('what an attempt has nothing to tell the next one it does not send', async () => {
  const kept: Kept = {};
  await failureOf(coded('ECONNREFUSED'), 1, kept);
  expect(kept).toEqual({});
});

test('what Temporal shows names neither keys, paths, addresses nor texts', async () => {
  const secret = 'users/usr_1/secret.pdf postgres://me:hush@db/x "Annual report"';
  const errors = [
    new DocumentError('unreadable', secret),
    Object.assign(new Error(secret), { name: 'StorageError', code: 'STORAGE_TIMEOUT' }),
    Object.assign(new Error(secret, { cause: new Error(secret) }), { code: 'ECONNREFUSED', path: secret }),
    new TypeError(secret, { cause: new Error(secret) }),
    Object.assign(new Error(secret), { name: secret, code: secret }),
    secret,
  ];
  for (const error of errors) {
    const { message, cause, details } = await failureOf(error);
    expect(JSON.stringify([message, cause, details])).not.toMatch(/secret|hush|usr_|report/);
    expect(message).toMatch(/^[A-Za-z ,.'()_\d]+$/);
  }
});

test('a worker that stops leaves its activity to the next, a cancelled run does not', async () => {
  const waiting = activity(async (_: void, { signal }) => {
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(Object.assign(new Error('aborted'), { name: 'AbortError' })));
    });
  });
  const details = { notFound: false, cancelRequested: false, paused: false, timedOut: false, reset: false };
  const stopped = attemptOf();
  const stopping = stopped.run(waiting, undefined);
  stopped.cancel('WORKER_SHUTDOWN', { ...details, workerShutdown: true } as never);
  await expect(stopping).rejects.toMatchObject({ type: 'WorkerShutdown', nonRetryable: false });
  const cancelled = attemptOf();
  const cancelling = cancelled.run(waiting, undefined);
  cancelled.cancel('CANCELLED', { ...details, cancelRequested: true } as never);
  await expect(cancelling).rejects.toMatchObject({ name: 'CancelledFailure' });
});

test.each([true, false])('a local activity sends no heartbeats, any other does (local: %s)', async (isLocal) => {
  const env = attemptOf();
  Object.assign(env.context.info, { isLocal });
  let beats = 0;
  env.on('heartbeat', () => (beats += 1));
  const slow = activity(() => new Promise((resolve) => setTimeout(resolve, 1_200)));
  await env.run(slow, undefined);
  expect(beats > 0).toBe(!isLocal);
});

test('messages for users name neither hosts, paths nor classes', () => {
  for (const reason of [...DOCUMENT_ERRORS, 'unavailable', 'internal', 'stopped'] as const) {
    expect(userMessage(reason)).toMatch(/^The [A-Za-z ,.]+\.$/);
  }
});
