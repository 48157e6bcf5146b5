import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { PendingOperations } from '../../../../contract/review.js';
import type { Operation } from '../../../../contract/vocabulary.js';
import { api, ApiError } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { changesKey, useIsChanging } from '../../shared/review-changes.js';
import { showError } from '../../shared/ui/undo-notice.js';
import { setNotice, useNotices } from './review-notices.js';
import { createSaveQueue, type Edit } from './save-queue.js';

/** How often the list is fetched: another session may change it. */
const POLL_MS = 4000;
/** The status of too many requests, and how long to wait if the reply has no Retry-After. */
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
  /** Throws the message to show if the change no longer applies to the list. */
  edit: Edit<Operation>;
  onSaved?: () => void;
}

type Save = ReturnType<typeof newSaveQueue>;

/** By draft: returning to a review resumes its pending requests. */
const saveQueues = new WeakMap<QueryClient, Map<string, Save>>();

function saveQueueOf(queryClient: QueryClient, id: string, draft: string): Save {
  const known = saveQueues.get(queryClient) ?? new Map<string, Save>();
  saveQueues.set(queryClient, known);
  const key = `${id} ${draft}`;
  const save = known.get(key) ?? newSaveQueue(queryClient, { id, draft });
  known.set(key, save);
  return save;
}

/**
 * Changes of the operations that nobody has approved yet. The list on the server is the truth; each change replaces it.
 * `isSaving`: some are not saved yet, also from before the screen was opened.
 */
export function usePending(id: string, draft: string) {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: changesKey(id),
    mutationFn: ({ edit }: Change) => saveQueueOf(queryClient, id, draft)(edit),
    onMutate: () => setNotice(id, { refused: null }),
    onSuccess: (_saved, { onSaved }) => onSaved?.(),
    onError: (error) => {
      // a hook's `error` is that of the last change only, and is gone once its screen is left
      if (window.location.pathname === paths.review(id)) setNotice(id, { refused: { error, submittedAt: Date.now() } });
      else showError('A change of a review was not saved', error);
      return queryClient.invalidateQueries({ queryKey: ['shelf', id, 'review'] });
    },
  });
  return { change: mutate, isSaving: useIsChanging(id), ...useNotices(id) };
}

function newSaveQueue(queryClient: QueryClient, { id, draft }: { id: string; draft: string }) {
  const { queryKey } = pendingQuery(id);
  const known = (): PendingOperations => {
    const now = queryClient.getQueryData(queryKey);
    if (!now) throw new Error('The pending changes are not known yet. Wait a moment, then try again.');
    if (now.draft !== draft) throw new Error('The draft was regenerated. Review it, then repeat your change.');
    return now;
  };
  return createSaveQueue<Operation, PendingOperations>({
    read: () => known().operations,
    put: (operations) => api.putPendingOperations({ id, body: { draft, revision: known().revision, operations } }),
    onSaved: async (saved) => {
      // a reply under way may be older
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
    },
    waitSeconds: (error) =>
      error instanceof ApiError && error.status === TOO_MANY ? (error.retryAfterSeconds ?? WAIT_SECONDS) : null,
    pause: async (seconds) => {
      setNotice(id, { retryAt: Date.now() + 1000 * seconds });
      await new Promise((done) => setTimeout(done, 1000 * seconds));
      setNotice(id, { retryAt: null });
    },
  });
}
