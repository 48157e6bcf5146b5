import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Shelf } from '../../../../contract/shelf.js';
import { send } from '../../shared/client.js';
import { shelfPath } from '../../shared/shelves.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';

/** Why a shelf has failed, and what can be done. */
export function FailedShelf({ shelf }: { shelf: Shelf }) {
  const queryClient = useQueryClient();
  const call = useMutation({
    mutationFn: (action: 'retry' | 'restore') => send(shelfPath(shelf.publicId, `/${action}`), { method: 'POST' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['shelf', shelf.publicId] }),
  });
  return (
    <Alert m="md" color="red" title={`Failed while ${shelf.failedAtStep ?? 'working'}`}>
      <Text size="sm">{shelf.errorMessage}</Text>
      <Group mt="sm">
        <Button size="compact-md" loading={call.isPending} onClick={() => call.mutate('retry')}>
          Retry
        </Button>
        {shelf.currentVersionNumber === null ? null : (
          <Button size="compact-md" variant="default" onClick={() => call.mutate('restore')}>
            Back to version {shelf.currentVersionNumber}
          </Button>
        )}
      </Group>
      <ErrorNote error={call.error} />
    </Alert>
  );
}
