import { StringDecoder } from 'node:string_decoder';
import { Type } from 'typebox';
import type { Shelf } from '../../../contract/shelf.js';
import { GATES, type ShelfStatus } from '../../../contract/vocabulary.js';
import type { ApiCalls } from '../api-calls.js';
import { data, defineTool, type ToolCall } from '../define-tool.js';
import { ShelfId } from './arguments.js';
import { describeState, STATE } from './shelves.js';

/** Clients give up after a minute. */
const MAX_WAIT_SECONDS = 45;

export const waitForShelf = defineTool({
  name: 'wait_for_shelf',
  title: 'Wait for a shelf',
  description: `Waits until the work on a shelf has ended (ready, failed or review), at most ${MAX_WAIT_SECONDS} seconds. While done is false, call it again. A page takes some tenths of a second, a scanned one some seconds.`,
  kind: 'reads',
  input: Type.Object({
    shelf_id: ShelfId,
    timeout: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_WAIT_SECONDS, description: `Seconds; default ${MAX_WAIT_SECONDS}.` }),
    ),
  }),
  output: Type.Object({ ...STATE, done: Type.Boolean(), next: Type.String() }),
  async run({ shelf_id, timeout = MAX_WAIT_SECONDS }, call) {
    const shelf = await lastState(shelf_id, timeout * 1000, call);
    const next = nextStep(shelf.status);
    return data({ ...describeState(shelf), done: next !== null, next: next ?? 'Call wait_for_shelf again.' });
  },
});

/** What to do with a shelf that is at rest; null while work continues. */
function nextStep(status: ShelfStatus): string | null {
  if (status === 'failed') return 'error says why. Tell the user.';
  if (status === 'review') return 'A person has to approve it; what is there can be read already.';
  return (GATES.readContent as readonly ShelfStatus[]).includes(status) ? 'Read it: get_outline, search_shelf.' : null;
}

/** The shelf when its work has ended, or the time. The event stream counts as one read, however long it is followed. */
async function lastState(shelfId: string, waitMs: number, { api, signal, progress }: ToolCall): Promise<Shelf> {
  const stop = new AbortController();
  const time = AbortSignal.timeout(waitMs);
  let last: Shelf | null = null;
  let reported = -1;
  try {
    for await (const shelf of followShelf(api, shelfId, AbortSignal.any([signal, time, stop.signal]))) {
      last = shelf;
      if (nextStep(shelf.status) !== null) return shelf;
      const { done, total, message } = progressOf(shelf);
      // the protocol wants numbers that grow
      if (done > reported) await progress(done, total, message);
      reported = Math.max(reported, done);
    }
  } catch (error) {
    if (!time.aborted || signal.aborted) throw error;
  } finally {
    stop.abort();
  }
  // the stream ended early, or the shelf was deleted: then this is a 404
  return last && time.aborted ? last : api.json<Shelf>({ path: ['v1', 'shelves', shelfId], signal });
}

/** The states of the shelf as its event stream gives them, the present one first. */
async function* followShelf(api: ApiCalls, shelfId: string, signal: AbortSignal): AsyncGenerator<Shelf> {
  const { body } = await api.open({ path: ['v1', 'shelves', shelfId, 'events'], signal });
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const messages = `${rest}${decoder.write(chunk)}`.split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const [, state] = /^event: shelf\n(?:id: .*\n)?data: (.*)$/.exec(message) ?? [];
      if (state !== undefined) yield JSON.parse(state) as Shelf;
    }
  }
}

/** Pages read, then one step for the structure and one for the check. */
function progressOf({ status, progress }: Shelf): { done: number; total: number | null; message: string } {
  const pages = progress?.pageCount ?? null;
  const total = pages === null ? null : pages + 2;
  if (status === 'structuring') return { done: pages ?? 1, total, message: 'finding the structure' };
  if (status === 'verifying') return { done: (pages ?? 1) + 1, total, message: 'checking the text against the PDF' };
  const done = progress?.pagesDone ?? 0;
  return { done, total, message: pages === null ? status : `${done} of ${pages} pages read` };
}
