/** What the service has promised: every answer that said yes, in memory for the checks and in a file for whoever looks. */
import { openSync, writeSync } from 'node:fs';
import type { Document } from './documents.js';
import type { ShelfPlan } from './mix.js';

/** A version that there must be. */
export interface PromisedVersion {
  /** Name of the PDF that it is made of. */
  fileName: string;
  /** Pages of that PDF; null for a hostile one. */
  pages: number | null;
  /** A file that an approval wrote into it. */
  note: { path: string; content: string } | null;
}

/** A PDF that was sent. */
export interface Sent {
  fileName: string;
  document: Document;
}

export interface PromisedShelf {
  plan: ShelfPlan;
  /** Under which the shelf was created. */
  name: string;
  publicId: string;
  /** The PDF that its present state is of. */
  current: Sent;
  versions: PromisedVersion[];
  /** Every rest that its client was told of, in order: each has its event. */
  history: NonNullable<PromisedShelf['rests']>[];
  deleted: boolean;
  /** In which status it was last seen at rest; null while there is work. */
  rests: 'review' | 'ready' | 'failed' | null;
}

export type Ledger = ReturnType<typeof openLedger>;

export function openLedger(path: string) {
  const file = openSync(path, 'a', 0o600);
  const shelves: PromisedShelf[] = [];
  const surprises: string[] = [];
  const note = (what: string, fields: object): void => {
    writeSync(file, `${JSON.stringify({ at: new Date().toISOString(), what, ...fields })}\n`);
  };
  return {
    shelves,
    /** What no client should have seen. */
    surprises,
    note,
    promise(shelf: PromisedShelf): void {
      shelves.push(shelf);
      note('created', { number: shelf.plan.number, publicId: shelf.publicId });
    },
    surprise(what: string): void {
      surprises.push(what);
      note('surprise', { text: what });
    },
    underWay: () => shelves.filter(({ rests, deleted }) => rests === null && !deleted).length,
  };
}
