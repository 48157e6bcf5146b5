import { notifications } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import type { Shelf } from '../../../../contract/shelf.js';
import { api } from '../client.js';
import { showError, showUndo, UNDO_MS } from '../ui/undo-notice.js';

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
    api
      .deleteShelf({ id: publicId })
      .catch((error: Error) => {
        waiting.delete(publicId);
        changed();
        showError(`${name} was not deleted`, error);
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
  showUndo({ id: notice, text: `${name} is deleted.`, onUndo: undo });
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
