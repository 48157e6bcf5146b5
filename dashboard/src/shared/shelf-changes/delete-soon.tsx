import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import type { Shelf } from '../../../../contract/shelf.js';
import { deleteShelf } from '../shelves.js';

/** How long a deletion can be taken back. */
const UNDO_MS = 7000;

/** Shelves that are about to be deleted. They are not shown, and nothing was sent yet. */
const waiting = new Map<string, () => void>();
const listeners = new Set<() => void>();
let ids: ReadonlySet<string> = new Set();

function changed(): void {
  ids = new Set(waiting.keys());
  for (const listener of listeners) listener();
}

/** Who leaves the page has not taken it back. */
window.addEventListener('pagehide', () => {
  for (const send of waiting.values()) send();
});

/** Deletes a shelf after a while in which it can be taken back. */
export function deleteSoon({ publicId, name }: Pick<Shelf, 'publicId' | 'name'>, onDone: () => void = () => {}): void {
  const notice = `delete ${publicId}`;
  const end = () => {
    clearTimeout(timer);
    notifications.hide(notice);
  };
  const send = () => {
    end();
    deleteShelf(publicId)
      .catch((error: Error) => {
        waiting.delete(publicId);
        changed();
        notifications.show({
          color: 'red',
          title: `${name} was not deleted`,
          message: error.message,
          closeButtonProps: { 'aria-label': 'Close' },
        });
      })
      .finally(onDone);
  };
  const undo = () => {
    end();
    waiting.delete(publicId);
    changed();
  };
  const timer = setTimeout(send, UNDO_MS);
  waiting.set(publicId, send);
  changed();
  notifications.show({
    id: notice,
    autoClose: UNDO_MS,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" dir="auto">
          {name} is deleted.
        </Text>
        <Button size="compact-sm" variant="default" onClick={undo}>
          Undo
        </Button>
      </Group>
    ),
  });
}

/** The shelves that lists leave out. */
export const useDeleted = (): ReadonlySet<string> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => ids,
  );
