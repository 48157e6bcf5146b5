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

/** How many times more a delivery has to succeed, and at most may. */
export interface SentAgain {
  /** Answers that promised it. */
  told: number;
  /** Requests, those whose answer was lost among them. */
  asked: number;
}

/** A request that has not been answered for good yet. */
export interface Asking {
  /** Of which shelf, and what. */
  what: string;
  /** ISO. */
  since: string;
}

export type Ledger = ReturnType<typeof openLedger>;

export function openLedger(path: string) {
  const file = openSync(path, 'a', 0o600);
  const shelves: PromisedShelf[] = [];
  const surprises: string[] = [];
  const sentAgain = new Map<string, SentAgain>();
  const asking = new Set<Asking>();
  let asked = 0;
  const note = (what: string, fields: object): void => {
    writeSync(file, `${JSON.stringify({ at: new Date().toISOString(), what, ...fields })}\n`);
  };
  return {
    shelves,
    /** What no client should have seen. */
    surprises,
    note,
    /** What was asked and is not answered. */
    asking,
    asked: () => asked,
    /** Notes a request; answers what notes that it was answered. */
    ask(what: string): () => void {
      const one: Asking = { what, since: new Date().toISOString() };
      asking.add(one);
      asked += 1;
      return () => void asking.delete(one);
    },
    /** By event and endpoint, `evt_... wh_...`: what owners asked to be sent; pings are among it. */
    sentAgain,
    sendAgain(key: string, { told, asked: times }: SentAgain): void {
      const known = sentAgain.get(key) ?? { told: 0, asked: 0 };
      sentAgain.set(key, { told: known.told + told, asked: known.asked + times });
      note('sends', { key, told, asked: times });
    },
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
