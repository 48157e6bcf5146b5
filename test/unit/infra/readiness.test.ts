import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createReadiness, type Probes } from '../../../infra/readiness.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const ok = async () => 'fine';
const silent = () => new Promise<never>(() => {});
const readinessOf = (probes: Partial<Probes>) => createReadiness({ postgres: ok, temporal: ok, s3: ok, ...probes });
const after = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms));

test('names what refuses and what says nothing, within three seconds', async () => {
  const refused = () => Promise.reject(new Error('refused'));
  const checked = readinessOf({ postgres: refused, s3: silent }).check();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(await checked).toEqual({ postgres: 'unavailable', temporal: 'ok', s3: 'unavailable' });
});

test('one slow answer or one broken connection makes nobody unready', async () => {
  let asked = 0;
  const once = () => (++asked === 1 ? Promise.reject(new Error('Connection terminated')) : ok());
  const checked = readinessOf({ postgres: once, temporal: after(2_500) }).check();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(await checked).toEqual({ postgres: 'ok', temporal: 'ok', s3: 'ok' });
});

test('a server that hangs is asked one question at a time, and again once it may have recovered', async () => {
  let asked = 0;
  let hangs = true;
  const readiness = readinessOf({ s3: () => (++asked, hangs ? silent() : ok()) });
  const checks = Array.from({ length: 50 }, () => readiness.check());
  await jest.advanceTimersByTimeAsync(3_000);
  expect((await Promise.all(checks)).every(({ s3 }) => s3 === 'unavailable')).toBe(true);
  expect(asked).toBe(1);
  hangs = false;
  await jest.advanceTimersByTimeAsync(1_500);
  expect(await readiness.check()).toMatchObject({ s3: 'ok' });
  expect(asked).toBe(2);
});
