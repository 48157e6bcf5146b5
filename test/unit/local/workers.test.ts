import { availableParallelism } from 'node:os';
import { expect, test } from '@jest/globals';
import { workerEnvironments } from '../../../local/services.js';

test('workers of one machine share its processors, at least one each', () => {
  const processes = (count: number) => workerEnvironments({}, count).map((env) => Number(env.ENGINE_PROCESSES));
  expect(processes(1)).toEqual([availableParallelism()]);
  const half = Math.max(1, Math.floor(availableParallelism() / 2));
  expect(processes(2)).toEqual([half, half]);
  expect(processes(8).every((share) => share >= 1)).toBe(true);
});

test('what is configured for a worker holds for each of them', () => {
  const envs = workerEnvironments({ ENGINE_PROCESSES: '3', WORK_DIR: '/work' }, 2);
  expect(envs).toEqual(Array(2).fill({ ENGINE_PROCESSES: '3', WORK_DIR: '/work' }));
});

test('each worker has a port of its own for its metrics', () => {
  const ports = workerEnvironments({ METRICS_PORT: '9100' }, 3).map((env) => env.METRICS_PORT);
  expect(ports).toEqual(['9100', '9101', '9102']);
});
