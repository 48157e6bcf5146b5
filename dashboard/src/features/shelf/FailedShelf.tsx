import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Shelf } from '../../../../contract/shelf.js';
import type { ProcessingStep, Template } from '../../../../contract/vocabulary.js';
import { api } from '../../shared/client.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { RunFacts } from './RunFacts.js';
import { TemplateSelect } from '../../shared/ui/TemplateSelect.js';

const NEXT: Record<ProcessingStep, string> = {
  uploading: 'Upload the PDF again.',
  parsing:
    'If the PDF opens elsewhere, save it again (“Print to PDF”) and upload it as a new shelf. After a temporary problem a retry is enough.',
  structuring: 'Retry, perhaps with another template or none.',
  verifying: 'Retry with another template. A shelf made with the policy “balanced” is checked less strictly.',
};

/** Why a shelf has failed, and what can be done. */
export default function FailedShelf({ shelf }: { shelf: Shelf }) {
  const { publicId, failedAtStep, errorMessage, currentVersionNumber } = shelf;
  const queryClient = useQueryClient();
  const [template, setTemplate] = useState<Template | null>(shelf.template);
  const call = useMutation({
    mutationFn: (action: 'retry' | 'restore') =>
      action === 'restore'
        ? api.restoreShelf({ id: publicId })
        : // null takes the template away
          api.retryShelf({ id: publicId, ...(template !== shelf.template && { body: { template } }) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['shelf', publicId] }),
  });
  return (
    <Alert m="md" color="red" title={failedAtStep === null ? 'Failed' : `Failed while ${failedAtStep}`}>
      <Stack gap="sm">
        <Text size="sm">{errorMessage}</Text>
        {failedAtStep === null ? null : <Text size="sm">{NEXT[failedAtStep]}</Text>}
        <Group align="end">
          <TemplateSelect value={template} onChange={setTemplate} />
          <Button loading={call.isPending} onClick={() => call.mutate('retry')}>
            Retry
          </Button>
          {currentVersionNumber === null ? null : (
            <Button variant="default" loading={call.isPending} onClick={() => call.mutate('restore')}>
              Back to version {currentVersionNumber}
            </Button>
          )}
        </Group>
        <ErrorNote error={call.error} />
        <RunFacts shelf={shelf} />
      </Stack>
    </Alert>
  );
}
