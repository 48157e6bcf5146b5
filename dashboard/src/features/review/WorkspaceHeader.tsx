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
  /** A change is being saved: it must not miss the approval. */
  isSaving: boolean;
  /** Files with an edit that is neither saved nor cancelled: a decision would be made without it. */
  unsaved: readonly string[];
  open: (file: string) => void;
}

/** What is reviewed, and the decision. */
export function WorkspaceHeader({ shelf, engine, pending, decision, isSaving, unsaved, open }: Props) {
  const { approve, regenerate } = decision;
  const [shown, setShown] = useState<'changes' | 'regenerate' | null>(null);
  const close = () => setShown(null);
  const isBlocked = isSaving || unsaved.length > 0;
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
        <Button
          size="compact-sm"
          variant="default"
          disabled={unsaved.length > 0}
          onClick={() => setShown('regenerate')}
        >
          Regenerate
        </Button>
        <Button size="compact-sm" variant="default" onClick={showChanges}>
          What changes
        </Button>
        <Button
          size="compact-sm"
          loading={approve.isPending}
          disabled={isBlocked}
          // what is pending is looked at before it is approved
          onClick={() => (pending.operations.length > 0 ? showChanges() : approve.mutate(pending))}
        >
          Approve
        </Button>
      </Group>
      {unsaved.length === 0 ? null : <UnsavedFiles paths={unsaved} open={open} />}
      {shown === 'changes' ? (
        <WhatChanges id={shelf.publicId} pending={pending} approve={approve} isBlocked={isBlocked} onClose={close} />
      ) : null}
      {shown === 'regenerate' ? (
        <Regenerate
          shelf={shelf}
          engine={engine}
          pendingCount={pending.operations.length}
          isPending={regenerate.isPending}
          onClose={close}
          onDone={(template) => regenerate.mutate(template, { onSettled: close })}
        />
      ) : null}
    </Group>
  );
}

/** The files whose edits have to be saved or cancelled before a decision. */
function UnsavedFiles({ paths: unsaved, open }: { paths: readonly string[]; open: (file: string) => void }) {
  return (
    <Group gap="xs" role="status">
      <Text size="sm">Save or cancel the edit first:</Text>
      {unsaved.map((path) => (
        <Anchor key={path} component="button" size="sm" dir="auto" onClick={() => open(path)}>
          {path}
        </Anchor>
      ))}
    </Group>
  );
}
