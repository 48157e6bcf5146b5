/**
 * Joins the two halves of pdf.js, the one that reads and the one that paints, in this thread for reading only. pdf.js has
 * a way of its own for that; this one leaves out what is done for painting there and costs a third of a page's time:
 *
 *   - operator lists and structure trees are handed over as they are: pdf.js would clone every glyph of the page. Nobody
 *     may change them, since pdf.js keeps parts of them for other pages. Messages that hold nothing to be changed are
 *     copied as they are. All else is cloned as before.
 *   - fonts count as loaded at once: else pdf.js would try a style sheet, fail, and make the outline of every glyph.
 */
import type { PDFWorker as Worker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PDFWorker, WorkerMessageHandler } from './pdfjs-module.js';

/** pdf.js' RenderingIntentFlag.OPLIST: a list for reading, not for painting. */
const FOR_READING = 0x100;

/** What the halves say to each other, as far as it is looked at here. */
interface Message {
  sourceName?: string;
  targetName?: string;
  action?: string;
  streamId?: number;
  callbackId?: number;
  /** Set in the answer to a message. */
  callback?: number;
  data?: { intent?: number } | null;
  chunk?: { fnArray?: unknown[]; argsArray?: unknown[] };
}

type Listener = (event: { data: Message }) => void;
type Transfer = NonNullable<NonNullable<Parameters<typeof structuredClone>[1]>['transfer']>;

/** The port that both halves listen at; each takes what bears its name. */
class ReadingPort {
  readonly #listeners = new Set<Listener>();
  /** Streams of operator lists that are only read. */
  readonly #lists = new Set<number | undefined>();
  /** Requests for structure trees: the requester and the number of its request. */
  readonly #trees = new Set<string>();

  postMessage(message: Message, transfer?: Transfer | null): void {
    const data = this.#received(message, transfer);
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener({ data });
    });
  }

  addEventListener(_type: 'message', listener: Listener, { signal }: { signal?: AbortSignal } = {}): void {
    this.#listeners.add(listener);
    signal?.addEventListener('abort', () => this.#listeners.delete(listener));
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.delete(listener);
  }

  #received(message: Message, transfer?: Transfer | null): Message {
    const { action, streamId, data, chunk, callback, callbackId } = message;
    if (action === 'GetStructTree') this.#trees.add(`${message.sourceName} ${callbackId}`);
    if (callback !== undefined && this.#trees.delete(`${message.targetName} ${callbackId}`)) return message;
    // the pages to be passed over are nearly all of the document's
    if (action === 'GetAnnotationsByType' || Object.values(message).every(isPlain)) return { ...message };
    if (action === 'GetOperatorList' && ((data?.intent ?? 0) & FOR_READING) !== 0) this.#lists.add(streamId);
    if (chunk?.fnArray && chunk.argsArray && this.#lists.has(streamId)) {
      // the sender empties these two arrays and fills them again
      return { ...message, chunk: { ...chunk, fnArray: [...chunk.fnArray], argsArray: [...chunk.argsArray] } };
    }
    return structuredClone(message, { transfer: transfer ?? [] });
  }
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** A font as a browser would have loaded it, without anything in it. */
class LoadedFont {
  readonly loaded = Promise.resolve(this);
}

// pdf.js makes one for each font and looks for it among the globals; Node has none
(globalThis as { FontFace?: unknown }).FontFace ??= LoadedFont;

/** The document of a page that shows nothing, to be given to pdf.js as `ownerDocument`: it takes every font. */
export const noDocument = (): never => ({ fonts: new Set() }) as never;

/** A worker for one document. To be destroyed when the document is closed. */
export function createReadingWorker(): Worker {
  const port = new ReadingPort();
  const worker = PDFWorker.create({ port: port as never, verbosity: 0 });
  WorkerMessageHandler.initializeFromPort(port);
  return worker;
}
