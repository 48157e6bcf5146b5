import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { PendingOperations, Review } from '../../../../contract/review.js';
import type { Shelf } from '../../../../contract/shelf.js';
import { paths } from '../../shared/paths.js';
import { lazyDialog } from '../../shared/ui/lazy-dialog.js';
import { ShelfTitle } from '../../shared/ui/ShelfTitle.js';
import type { useDecision } from './use-decision.js';

const Regenerate = lazyDialog(() => import('./Regenerate.js'));
const WhatChanges = lazyDialog(() => import('./WhatChanges.js'));

interface Props {
  shelf: Shelf;
  engine: Review['engine'];
  pending: PendingOperations;
  decision: ReturnType<typeof useDecision>;
  /** A change is being kept: it must not miss the approval. */
  busy: boolean;
  /** Files with an edit that is neither kept nor cancelled: a decision would be made without it. */
  unkept: readonly string[];
  open: (file: string) => void;
}

/** What is reviewed, and the decision. */
export function DeskHeader({ shelf, engine, pending, decision, busy, unkept, open }: Props) {
  const { approve, regenerate } = decision;
  const [shown, setShown] = useState<'changes' | 'regenerate' | null>(null);
  const close = () => setShown(null);
  const waits = busy || unkept.length > 0;
  const showChanges = () => {
    approve.reset();
    setShown('changes');
  };
  return (
    <Group px="md" py="xs" justify="space-between" gap="xs">
      <ShelfTitle shelf={shelf} />
      <Group gap="xs">
        <Button size="compact-sm" variant="subtle" component={Link} href={paths.shelf(shelf.publicId)}>
          To the shelf
        </Button>
        <Button size="compact-sm" variant="default" disabled={unkept.length > 0} onClick={() => setShown('regenerate')}>
          Regenerate
        </Button>
        <Button size="compact-sm" variant="default" onClick={showChanges}>
          What changes
        </Button>
        <Button
          size="compact-sm"
          loading={approve.isPending}
          disabled={waits}
          // what is pending is looked at before it is approved
          onClick={() => (pending.operations.length > 0 ? showChanges() : approve.mutate(pending))}
        >
          Approve
        </Button>
      </Group>
      {unkept.length === 0 ? null : (
        <Group gap="xs" role="status">
          <Text size="sm">Keep or cancel the edit first:</Text>
          {unkept.map((path) => (
            <Anchor key={path} component="button" size="sm" dir="auto" onClick={() => open(path)}>
              {path}
            </Anchor>
          ))}
        </Group>
      )}
      {shown === 'changes' ? (
        <WhatChanges id={shelf.publicId} pending={pending} approve={approve} waits={waits} onClose={close} />
      ) : null}
      {shown === 'regenerate' ? (
        <Regenerate
          shelf={shelf}
          engine={engine}
          pendingCount={pending.operations.length}
          busy={regenerate.isPending}
          onClose={close}
          onDone={(template) => regenerate.mutate(template, { onSettled: close })}
        />
      ) : null}
    </Group>
  );
}
