import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, NoAnswerError } from './client.js';
import { guardChanges } from './review-changes.js';
import { accountQuery } from './session.js';

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

export function createQueryClient(): QueryClient {
  /** The next request after a session has ended fails; fetching the account again then shows the sign-in. */
  const onError = (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    // the screens before a session have none, and a refused account is known already
    const account = client.getQueryState(accountQuery.queryKey);
    if (account?.status === 'success') void client.invalidateQueries({ queryKey: accountQuery.queryKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: mayRetry, retryDelay: waitBeforeRetry, staleTime: 5_000 },
      mutations: { retry: false },
    },
  });
  guardChanges(client);
  return client;
}
