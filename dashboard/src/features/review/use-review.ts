import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { PendingOperations } from '../../../../contract/review.js';
import type { Operation } from '../../../../contract/vocabulary.js';
import { api, ApiError } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { changesKey, useIsChanging } from '../../shared/review-changes.js';
import { showError } from '../../shared/ui/undo-notice.js';
import { createKeeper, type Edit } from './keeper.js';
import { tell, useTold } from './told.js';

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

type Keep = ReturnType<typeof keeperOf>;

/** By draft: who leaves a review and comes back goes on with the requests of before. */
const keepers = new WeakMap<QueryClient, Map<string, Keep>>();

function keeperFor(queryClient: QueryClient, id: string, draft: string): Keep {
  const known = keepers.get(queryClient) ?? new Map<string, Keep>();
  keepers.set(queryClient, known);
  const key = `${id} ${draft}`;
  const keep = known.get(key) ?? keeperOf(queryClient, { id, draft });
  known.set(key, keep);
  return keep;
}

/**
 * Changes of the operations that nobody has approved yet. The list on the server is the truth; each change replaces it.
 * `busy`: some are not kept yet, also of before the screen was opened.
 */
export function usePending(id: string, draft: string) {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: changesKey(id),
    mutationFn: ({ edit }: Change) => keeperFor(queryClient, id, draft)(edit),
    onMutate: () => tell(id, { refused: null }),
    onSuccess: (_kept, { onKept }) => onKept?.(),
    onError: (error) => {
      // of several changes a hook's `error` tells the last only, and nothing once its screen is left
      if (window.location.pathname === paths.review(id)) tell(id, { refused: { error, submittedAt: Date.now() } });
      else showError('A change of a review was not kept', error);
      return queryClient.invalidateQueries({ queryKey: ['shelf', id, 'review'] });
    },
  });
  return { change: mutate, busy: useIsChanging(id), ...useTold(id) };
}

function keeperOf(queryClient: QueryClient, { id, draft }: { id: string; draft: string }) {
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
      tell(id, { waits: Date.now() + 1000 * seconds });
      await new Promise((done) => setTimeout(done, 1000 * seconds));
      tell(id, { waits: null });
    },
  });
}
