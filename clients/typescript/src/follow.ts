/** A shelf's event stream, which is connected again where it ends. */
import { ApiError, NoAnswerError, ShelfwrightError } from './errors.js';
import type { Shelf } from './generated.js';
import { pause } from './retry.js';
import { readMessages, readText, type ServerMessage } from './sse.js';
import type { Transport } from './transport.js';
import { SHELF_EVENTS, type ShelfEvent, type ShelfEventType } from './webhook-events.js';

/** A message of a shelf's stream. */
export type ShelfMessage =
  | { type: 'shelf'; /** Give it as `lastEventId` to go on after this message. */ id: string; shelf: Shelf }
  | { [Type in ShelfEventType]: { type: Type; id: string; event: ShelfEvent } }[ShelfEventType]
  | { type: 'deleted'; publicId: string };

export interface FollowOptions {
  /** Ends the stream; the loop over it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The id of the last message that was processed. */
  lastEventId?: string | undefined;
}

/** The service sends a comment each 15 s: a stream that is silent for thrice that is dead. */
const SILENCE_MS = 45_000;
const RETRY_MS = 2_000;
/**
 * Together with their pauses some four minutes: a service that is started again, or moved, is back by then. One that takes
 * connections and never answers is waited for ten minutes longer, the client's `timeoutMs` for each.
 */
const MOST_FAILURES = 10;
const LONGEST_PAUSE_MS = 30_000;
const SERVER_ERROR = 500;

/**
 * The messages of a shelf until it is deleted. A message may come twice when a connection breaks; its id tells.
 * Rejects when the first connection fails, and with NoAnswerError after MOST_FAILURES streams in a row that cannot be
 * opened or end without a sign of life.
 */
export async function* followShelf(
  api: Transport,
  id: string,
  { signal, lastEventId }: FollowOptions = {},
): AsyncGenerator<ShelfMessage, void, undefined> {
  let last = lastEventId;
  let retryMs = RETRY_MS;
  let failures = 0;
  let isKnown = false;
  // a shelf that does not change gives comments alone, in stream after stream
  const on = { retry: (ms: number) => void (retryMs = ms), comment: () => void (failures = 0) };
  for (;;) {
    let cause: unknown;
    failures += 1;
    try {
      // the pauses below are between the attempts of a stream that was open
      const body = await connect(api, { id, lastEventId: last, signal }, isKnown ? 0 : undefined);
      isKnown = true;
      for await (const message of readMessages(readText(body, SILENCE_MS), on)) {
        failures = 0;
        if (message.id) last = message.id;
        const known = messageOf(message);
        if (known) yield known;
        if (known?.type === 'deleted') return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (isKnown && isGone(error)) return yield { type: 'deleted', publicId: id };
      if (isFinal(error, isKnown)) throw error;
      cause = error; // a broken stream is continued like one that has ended
    }
    if (failures > MOST_FAILURES) throw new NoAnswerError('followShelf', 'the stream keeps ending at once', cause);
    await pause(backoff(retryMs, failures), signal);
  }
}

async function connect(
  api: Transport,
  { id, lastEventId, signal }: FollowOptions & { id: string },
  maxRetries?: number,
): Promise<ReadableStream<Uint8Array>> {
  const { body } = await api.followShelf(
    { id, ...(lastEventId !== undefined && { lastEventId }) },
    { signal, maxRetries },
  );
  if (!body) throw new NoAnswerError('followShelf', 'the stream has no body');
  return body;
}

/** Whether a shelf that was there was deleted while no stream was open. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/** Whether to connect again is of no use; a service that has answered before may be away for the moment. */
function isFinal(error: unknown, isKnown: boolean): boolean {
  if (!(error instanceof ShelfwrightError)) return false;
  const isOutage = error instanceof NoAnswerError || (error instanceof ApiError && error.status >= SERVER_ERROR);
  return !isKnown || !isOutage;
}

const backoff = (retryMs: number, failures: number): number =>
  Math.min(retryMs * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);

/** Null for a kind of message that this version does not know. */
function messageOf({ event, data, id }: ServerMessage): ShelfMessage | null {
  if (event === 'shelf') return { type: event, id, shelf: JSON.parse(data) as Shelf };
  if (event === 'deleted') return { type: event, ...(JSON.parse(data) as { publicId: string }) };
  const type = SHELF_EVENTS.find((one) => one === event);
  return type ? { type, id, event: JSON.parse(data) as ShelfEvent } : null;
}
