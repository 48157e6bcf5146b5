import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Shelf } from '../../../../contract/shelf.js';
import { api } from '../../shared/client.js';
import { CopyText } from '../../shared/ui/CopyText.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { Waiting } from '../../shared/ui/Waiting.js';

/** What support needs to know about a failed run. */
export function RunFacts({ shelf: { publicId, updatedAt } }: { shelf: Shelf }) {
  const run = useQuery({
    queryKey: ['shelf', publicId, 'run', updatedAt],
    queryFn: ({ signal }) => api.getShelfRun({ id: publicId }, { signal }),
  });
  if (run.error) return <ErrorNote error={run.error} onRetry={() => void run.refetch()} />;
  if (!run.data) return <Waiting h={60} label="Loading the request's id" />;
  const { requestId, temporalUrl } = run.data;
  return (
    <>
      <Group gap="md" justify="space-between">
        <Text size="sm">When asking for help, send this along:</Text>
        {temporalUrl === null ? null : (
          // in the text's colour: on the red around it that of links has too little contrast (WCAG 2.2 AA)
          <Anchor c="inherit" size="sm" href={temporalUrl} target="_blank" rel="noreferrer noopener" underline="always">
            The run in Temporal
          </Anchor>
        )}
      </Group>
      <CopyText
        label="Shelf and request"
        text={requestId === null ? `Shelf ${publicId}` : `Shelf ${publicId}, request ${requestId}`}
      />
    </>
  );
}
