import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { PendingOperations } from '../../../../contract/review.js';
import type { Operation } from '../../../../contract/vocabulary.js';
import { api, ApiError } from '../../shared/client.js';
import { createKeeper, type Edit } from './keeper.js';

/** How often the list is asked for: another session may change it. */
const POLL_MS = 4000;
/** The status of what came too soon, and how long to wait where the service does not say. */
const TOO_MANY = 429;
const WAIT_SECONDS = 10;

export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['shelf', id, 'review'],
    queryFn: ({ signal }) => api.getReview({ id }, { signal }),
  });

export const pendingQuery = (id: string) =>
  queryOptions({
    queryKey: ['shelf', id, 'review', 'operations'],
    queryFn: ({ signal }) => api.getPendingOperations({ id }, { signal }),
    refetchInterval: POLL_MS,
  });

export interface Change {
  /** Throws what is to be told where the change does not fit the list as it is by then. */
  edit: Edit<Operation>;
  onKept?: () => void;
}

/**
 * Changes of the operations that nobody has approved yet. The list on the server is the truth; each change replaces it.
 * `waits`: until when the service takes no more of them, in milliseconds since 1970; null while it takes them.
 */
export function usePending(id: string, draft: string) {
  const queryClient = useQueryClient();
  const [waits, setWaits] = useState<number | null>(null);
  const keep = useMemo(() => keeperOf(queryClient, { id, draft }, setWaits), [queryClient, id, draft]);
  const change = useMutation({
    mutationKey: ['pending operations', id],
    mutationFn: ({ edit }: Change) => keep(edit),
    onSuccess: (_kept, { onKept }) => onKept?.(),
    onError: () => queryClient.invalidateQueries({ queryKey: ['shelf', id, 'review'] }),
  });
  useEffect(() => {
    if (waits === null) return undefined;
    // what waits would be lost with the page
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [waits]);
  return { change, waits };
}

function keeperOf(
  queryClient: QueryClient,
  { id, draft }: { id: string; draft: string },
  setWaits: (until: number | null) => void,
) {
  const { queryKey } = pendingQuery(id);
  const known = (): PendingOperations => {
    const now = queryClient.getQueryData(queryKey);
    if (!now) throw new Error('The pending changes are not known yet. Wait a moment, then try again.');
    if (now.draft !== draft) throw new Error('The draft was made anew. Look at it, then make the change there.');
    return now;
  };
  return createKeeper<Operation, PendingOperations>({
    read: () => known().operations,
    put: (operations) => api.putPendingOperations({ id, body: { draft, revision: known().revision, operations } }),
    onKept: async (kept) => {
      // an answer that is on its way may be older
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, kept);
    },
    waitSeconds: (error) =>
      error instanceof ApiError && error.status === TOO_MANY ? (error.retryAfterSeconds ?? WAIT_SECONDS) : null,
    pause: async (seconds) => {
      setWaits(Date.now() + 1000 * seconds);
      await new Promise((done) => setTimeout(done, 1000 * seconds));
      setWaits(null);
    },
  });
}
