/** A client as a good one is: repeats what was not answered, with the same key, until it is told. */
import { setTimeout as pause } from 'node:timers/promises';

/** Longer than the api itself waits for anything. */
const ANSWER_MS = 75_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export interface Answer {
  status: number;
  body: unknown;
  /** An earlier try of the same request was not answered: it may have been carried out. */
  isRepeat: boolean;
  /** How many times it was asked, this one included. */
  tries: number;
}

type Reply = Pick<Answer, 'status' | 'body'>;

export interface Ask {
  path: string;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /** Made anew for each try. */
  body?: () => FormData | string;
  /** Sent as `Idempotency-Key`. */
  key?: string;
}

/** Answers by kind: a status, `connection` or `silence`. */
export type Tally = Map<string, number>;

export interface ClientOptions {
  urls: readonly string[];
  tally: Tally;
  signal: AbortSignal;
}

export type Client = ReturnType<typeof createClient>;

export function createClient({ urls, tally, signal }: ClientOptions) {
  let turn = 0;

  async function once({ path, method = 'GET', headers = {}, body, key }: Ask): Promise<Reply | null> {
    const url = urls[(turn += 1) % urls.length] ?? '';
    let kind = 'connection';
    try {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
        body: body?.() ?? null,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      const text = await reply.text();
      const isJson = reply.headers.get('content-type')?.startsWith('application/json');
      kind = String(reply.status);
      return { status: reply.status, body: isJson ? (JSON.parse(text) as unknown) : text };
    } catch (error) {
      signal.throwIfAborted();
      if ((error as { name?: unknown }).name === 'TimeoutError') kind = 'silence';
      return null;
    } finally {
      tally.set(kind, (tally.get(kind) ?? 0) + 1);
    }
  }

  return {
    /** The answer, however long it takes; throws only when the run is given up. */
    async ask(request: Ask): Promise<Answer> {
      let pauseMs = FIRST_PAUSE_MS;
      for (let tries = 1; ; tries += 1) {
        const answer = await once(request);
        if (answer && !isToRepeat(answer)) return { ...answer, isRepeat: tries > 1, tries };
        await pause(pauseMs, undefined, { signal });
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    },
  };
}

/** 503, and 409 while an earlier try of the same request is still at work. */
function isToRepeat({ status, body }: Reply): boolean {
  const reason = (body as { details?: { reason?: unknown } } | null)?.details?.reason;
  return status === 503 || (status === 409 && reason === 'in_progress');
}
