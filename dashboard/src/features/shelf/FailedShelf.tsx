import { Alert, Button, Code, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Shelf } from '../../../../contract/shelf.js';
import { type ProcessingStep, TEMPLATES, type Template } from '../../../../contract/vocabulary.js';
import { send } from '../../shared/client.js';
import { shelfPath } from '../../shared/shelves.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';

const NEXT: Record<ProcessingStep, string> = {
  uploading: 'Upload the PDF again.',
  parsing:
    'If the PDF opens elsewhere, save it anew (“Print to PDF”) and upload it as a new shelf. After a passing problem a retry is enough.',
  structuring: 'Retry, perhaps with another template or none.',
  verifying: 'Retry with another template. A shelf made with the policy “balanced” is checked less strictly.',
};

/** Why a shelf has failed, and what can be done. */
export function FailedShelf({ shelf }: { shelf: Shelf }) {
  const { publicId, failedAtStep, errorMessage, currentVersionNumber } = shelf;
  const queryClient = useQueryClient();
  const [template, setTemplate] = useState<Template | null>(shelf.template);
  const call = useMutation({
    mutationFn: (action: 'retry' | 'restore') =>
      send(shelfPath(publicId, `/${action}`), {
        method: 'POST',
        ...(action === 'retry' && template !== null && template !== shelf.template && { body: { template } }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['shelf', publicId] }),
  });
  return (
    <Alert m="md" color="red" title={failedAtStep === null ? 'Failed' : `Failed while ${failedAtStep}`}>
      <Stack gap="sm">
        <Text size="sm">{errorMessage}</Text>
        {failedAtStep === null ? null : <Text size="sm">{NEXT[failedAtStep]}</Text>}
        <Group align="end">
          <Select
            label="Template"
            placeholder="By headings"
            data={TEMPLATES.map((value) => ({ value, label: value.replace('-', ' ') }))}
            value={template}
            onChange={(to) => setTemplate(to as Template | null)}
          />
          <Button loading={call.isPending} onClick={() => call.mutate('retry')}>
            Retry
          </Button>
          {currentVersionNumber === null ? null : (
            <Button variant="default" loading={call.isPending} onClick={() => call.mutate('restore')}>
              Back to version {currentVersionNumber}
            </Button>
          )}
        </Group>
        <Text size="xs">
          When asking for help, name shelf <Code>{publicId}</Code>.
        </Text>
        <ErrorNote error={call.error} />
      </Stack>
    </Alert>
  );
}
