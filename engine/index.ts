/** The document engine: bytes in, tree and findings out. No clock, no randomness, no environment, no network. */
export { concludeDocument, structureDocument, verifyTree } from './document.js';
export { applyOperations } from './edit/edit.js';
export { bodyOf } from './files/content.js';
export { joinFiles } from './files/join.js';
export type * from './block-model.js';
export { DocumentError } from './document-error.js';
export type * from './model.js';
export type * from './shelf.js';
export { openPdf } from './read/document.js';
export { addTallies, NO_PAGES, type PageTally } from './page-tally.js';
export { refuseUnreadable, tallyPage } from './readable.js';
