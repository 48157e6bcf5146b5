import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Shelf } from '../../../../contract/shelf.js';
import { isOpen } from '../../../../contract/vocabulary.js';
import { api } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { shelfQuery } from '../../shared/shelves.js';
import { LazyConfirm } from '../../shared/ui/LazyConfirm.js';

/** A button that publishes an earlier version again; nothing for the version that the shelf holds. */
export function Restore({ shelf, version }: { shelf: Shelf | undefined; version: number }) {
  const [asks, setAsks] = useState(false);
  if (!shelf || shelf.currentVersionNumber === version || !isOpen('restoreVersion', shelf.status)) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Restore version ${version}`}
        onClick={() => setAsks(true)}
      >
        Restore
      </Button>
      {asks ? <AskRestore shelf={shelf} version={version} onClose={() => setAsks(false)} /> : null}
    </>
  );
}

function AskRestore({ shelf, version, onClose }: { shelf: Shelf; version: number; onClose: () => void }) {
  const { publicId, name, currentVersionNumber } = shelf;
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const restore = useMutation({
    mutationFn: () => api.restoreVersion({ id: publicId, version }),
    onSuccess: async (restored) => {
      onClose();
      queryClient.setQueryData(shelfQuery(publicId).queryKey, restored);
      notifications.show({
        title: 'Restored',
        message: `Version ${restored.currentVersionNumber} of ${name} holds what version ${version} held.`,
        closeButtonProps: { 'aria-label': 'Close' },
      });
      navigate(paths.versions(publicId));
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['shelf', publicId, 'versions'] }),
        queryClient.invalidateQueries({ queryKey: ['shelves'] }),
      ]);
    },
  });
  return (
    <LazyConfirm
      title={`Restore version ${version}`}
      text={`The content of version ${version} is published as version ${(currentVersionNumber ?? version) + 1}, and webhooks are notified. All versions stay, so that this can be undone by restoring version ${currentVersionNumber}.`}
      action="Restore"
      color="blue"
      isPending={restore.isPending}
      error={restore.error}
      onClose={onClose}
      onDone={() => restore.mutate()}
    />
  );
}
