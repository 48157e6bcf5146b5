import { lazyDialog } from '../ui/lazy-dialog.js';

/** Asks for another name of a shelf. */
export const LazyRename = lazyDialog(() => import('./RenameShelf.js'));
