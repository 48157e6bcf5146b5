import { QueryClient } from '@tanstack/react-query';
import { ApiError, NoAnswerError } from './client.js';

const MAX_RETRIES = 3;
const MAX_WAIT_MS = 15_000;
/** Statuses of the 4xx family that may pass by themselves. */
const PASSING = new Set([408, 429]);

/** Refusals are final; outages are tried again, after the time that the service names. */
function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES) return false;
  if (error instanceof NoAnswerError) return true;
  if (!(error instanceof ApiError)) return false;
  return error.status >= 500 || PASSING.has(error.status);
}

function waitBeforeRetry(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : null;
  return Math.min(MAX_WAIT_MS, asked === null ? 1000 * 2 ** failures : asked * 1000);
}

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: mayRetry, retryDelay: waitBeforeRetry, staleTime: 5_000 },
      mutations: { retry: false },
    },
  });
