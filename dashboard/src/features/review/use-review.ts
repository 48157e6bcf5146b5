import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Operation } from '../../../../contract/vocabulary.js';
import { api } from '../../shared/client.js';

/** How often the list is asked for: another session may change it. */
const POLL_MS = 4000;

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

/** The operations that nobody has approved yet. The list on the server is the truth; each change replaces it. */
export function usePending(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = pendingQuery(id);
  const pending = useQuery(pendingQuery(id));
  const change = useMutation({
    mutationKey: ['pending operations', id],
    scope: { id: `review ${id}` },
    mutationFn: async (edit: (operations: Operation[]) => Operation[]) => {
      const now = queryClient.getQueryData(queryKey);
      if (!now) throw new Error('The pending changes are not known yet. Wait a moment, then try again.');
      const { draft, revision, operations } = now;
      return api.putPendingOperations({ id, body: { draft, revision, operations: edit([...operations]) } });
    },
    onSuccess: async (kept) => {
      // an answer that is on its way may be older
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, kept);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['shelf', id, 'review'] }),
  });
  return { pending, change };
}
