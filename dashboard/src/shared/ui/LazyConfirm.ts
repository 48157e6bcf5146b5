import { lazyDialog } from './lazy-dialog.js';

/** Asks before something that cannot be taken back, or that others notice. */
export const LazyConfirm = lazyDialog(() => import('./Confirm.js'));
