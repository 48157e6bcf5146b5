/** A shelf's event stream, which is connected again where it ends. */
import { ApiError, NoAnswerError, ShelfwrightError } from './errors.js';
import type { Shelf } from './generated.js';
import { MAX_RETRIES, pause } from './retry.js';
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

/** The messages of a shelf until it is deleted. A message may come twice when a connection breaks; its id tells. */
export async function* followShelf(
  api: Transport,
  id: string,
  { signal, lastEventId }: FollowOptions = {},
): AsyncGenerator<ShelfMessage, void, undefined> {
  let last = lastEventId;
  let retryMs = RETRY_MS;
  let silentStreams = 0;
  let isKnown = false;
  for (;;) {
    let cause: unknown;
    silentStreams += 1;
    try {
      const body = await connect(api, { id, lastEventId: last, signal });
      isKnown = true;
      for await (const message of readMessages(readText(body, SILENCE_MS), (ms) => (retryMs = ms))) {
        silentStreams = 0;
        if (message.id) last = message.id;
        const known = messageOf(message);
        if (known) yield known;
        if (known?.type === 'deleted') return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (isKnown && isGone(error)) return yield { type: 'deleted', publicId: id };
      if (error instanceof ShelfwrightError) throw error;
      cause = error; // a broken stream is continued like one that has ended
    }
    if (silentStreams > MAX_RETRIES) throw new NoAnswerError('followShelf', 'the stream keeps ending at once', cause);
    await pause(retryMs, signal);
  }
}

async function connect(
  api: Transport,
  { id, lastEventId, signal }: FollowOptions & { id: string },
): Promise<ReadableStream<Uint8Array>> {
  const { body } = await api.followShelf({ id, ...(lastEventId !== undefined && { lastEventId }) }, { signal });
  if (!body) throw new NoAnswerError('followShelf', 'the stream has no body');
  return body;
}

/** Whether a shelf that was there was deleted while no stream was open. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/** Null for a kind of message that this version does not know. */
function messageOf({ event, data, id }: ServerMessage): ShelfMessage | null {
  if (event === 'shelf') return { type: event, id, shelf: JSON.parse(data) as Shelf };
  if (event === 'deleted') return { type: event, ...(JSON.parse(data) as { publicId: string }) };
  const type = SHELF_EVENTS.find((one) => one === event);
  return type ? { type, id, event: JSON.parse(data) as ShelfEvent } : null;
}
