/**
 * An engine process: does one job and exits. It has no environment but two constants and kernel limits; whatever a document does to
 * it, the pool gets the pages that were written by then. Where the process starts from a snapshot, which has all of the
 * engine in it, this file only names it.
 */
import { loadEngine } from './engine-bundle.js';

await loadEngine().serveJob();
