import { Button, Group, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { PendingOperations } from '../../../../contract/review.js';
import type { Shelf } from '../../../../contract/shelf.js';
import { paths } from '../../shared/paths.js';
import { ShelfState } from '../../shared/ui/ShelfState.js';
import { Regenerate } from './Regenerate.js';
import type { useDecision } from './use-decision.js';

const WhatChanges = lazy(() => import('./WhatChanges.js'));

interface Props {
  shelf: Shelf;
  pending: PendingOperations;
  decision: ReturnType<typeof useDecision>;
  /** A change is being kept: it must not miss the approval. */
  busy: boolean;
}

/** What is reviewed, and the decision. */
export function DeskHeader({ shelf, pending, decision: { approve, regenerate }, busy }: Props) {
  const [shown, setShown] = useState<'changes' | 'regenerate' | null>(null);
  const close = () => setShown(null);
  const approveButton = (label: string) => (
    <Button size="compact-sm" loading={approve.isPending} disabled={busy} onClick={() => approve.mutate()}>
      {label}
    </Button>
  );
  return (
    <Group px="md" py="xs" justify="space-between" gap="xs">
      <Group gap="md">
        <Title order={1} size="h4" dir="auto">
          {shelf.name}
        </Title>
        <ShelfState shelf={shelf} />
      </Group>
      <Group gap="xs">
        <Button size="compact-sm" variant="subtle" component={Link} href={paths.shelf(shelf.publicId)}>
          To the shelf
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setShown('regenerate')}>
          Regenerate
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setShown('changes')}>
          What changes
        </Button>
        {approveButton('Approve')}
      </Group>
      <Suspense fallback={null}>
        {shown === 'changes' ? (
          <WhatChanges
            id={shelf.publicId}
            pending={pending}
            onClose={close}
            actions={<Group justify="end">{approveButton('Approve these changes')}</Group>}
          />
        ) : null}
      </Suspense>
      {shown === 'regenerate' ? (
        <Regenerate
          shelf={shelf}
          pendingCount={pending.operations.length}
          busy={regenerate.isPending}
          onClose={close}
          onDone={(template) => regenerate.mutate(template, { onSettled: close })}
        />
      ) : null}
    </Group>
  );
}
