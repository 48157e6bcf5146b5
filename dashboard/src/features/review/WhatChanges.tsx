import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PendingOperations, ReviewPreview } from '../../../../contract/review.js';
import { api } from '../../shared/client.js';
import { formatCount } from '../../shared/format.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { Patches } from '../../shared/ui/Patches.js';
import type { useDecision } from './use-decision.js';
import { Waiting } from '../../shared/ui/Waiting.js';
import { useFocusReturn } from '../../shared/ui/use-focus-return.js';

interface Props {
  id: string;
  pending: PendingOperations;
  approve: ReturnType<typeof useDecision>['approve'];
  /** A change is unsaved or being saved: no decision can be made before that. */
  isBlocked: boolean;
  onClose: () => void;
}

/** What approving would make of the draft, file by file. Only what has been shown can be approved. */
export default function WhatChanges({ id, pending, approve, isBlocked, onClose }: Props) {
  useFocusReturn();
  // another session may change the list under the reader's eyes
  const [seen, setSeen] = useState(pending);
  const { draft, revision, operations } = seen;
  const outdated = revision !== pending.revision;
  const split = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const preview = useQuery({
    queryKey: ['shelf', id, 'review', 'preview', draft, revision],
    queryFn: ({ signal }) => api.previewReview({ id, body: { draft, operations } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="90%"
      fullScreen={!split}
      title="What changes"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} />
        {preview.data ? (
          <>
            <Text size="sm">{summarised(preview.data)}</Text>
            <Patches key={revision} files={preview.data.changes} split={split} />
          </>
        ) : preview.error ? null : (
          <Waiting h={200} label="Comparing" />
        )}
        {outdated ? (
          <Alert color="yellow" role="alert" title="The pending changes are no longer those shown here">
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                approve.reset();
                setSeen(pending);
              }}
            >
              Show the changes as they are now
            </Button>
          </Alert>
        ) : null}
        <ErrorNote error={approve.error} />
        <Group justify="end">
          <Button
            size="compact-sm"
            loading={approve.isPending}
            disabled={isBlocked || outdated || !preview.data}
            onClick={() => approve.mutate(seen)}
          >
            Approve these changes
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function summarised({ changes, summary: { added, modified, renamed, removed, totalFiles } }: ReviewPreview): string {
  if (changes.length === 0) return 'Nothing: the draft is approved as it is.';
  const parts = [
    [added, 'added'],
    [modified, 'modified'],
    [renamed, 'renamed'],
    [removed, 'removed'],
  ] as const;
  const counts = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `${counts.join(', ')} of ${formatCount(totalFiles, 'file')}.`;
}
