import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { PendingOperations } from '../../../../contract/review.js';
import type { Shelf } from '../../../../contract/shelf.js';
import type { Template } from '../../../../contract/vocabulary.js';
import { api } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { shelfQuery } from '../../shared/shelves.js';

/** Approves exactly the list that it is given, or has the draft regenerated. */
export function useDecision({ publicId, template: current }: Shelf, draft: string) {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const decided = async (shelf: Shelf) => {
    queryClient.setQueryData(shelfQuery(publicId).queryKey, shelf);
    navigate(paths.shelf(publicId));
    await queryClient.invalidateQueries({ queryKey: ['shelves'] });
  };
  const approve = useMutation({
    mutationFn: ({ revision, operations, ...seen }: PendingOperations) =>
      api.approveShelf(
        { id: publicId, body: { draft: seen.draft, revision, operations } },
        // a repeated request must not approve twice
        { idempotencyKey: `${seen.draft}-${revision}` },
      ),
    onSuccess: (shelf) => {
      notifications.show({
        title: 'Approved',
        message: `Version ${shelf.currentVersionNumber} of ${shelf.name} is published.`,
        closeButtonProps: { 'aria-label': 'Close' },
      });
      return decided(shelf);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['shelf', publicId] }),
  });
  const regenerate = useMutation({
    mutationFn: (template: Template | null) =>
      // null takes the template away
      api.regenerateShelf({ id: publicId, body: { draft, ...(template !== current && { template }) } }),
    onSuccess: decided,
  });
  return { approve, regenerate };
}
