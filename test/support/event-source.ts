/** Reads server-sent events as a client does, from a real connection. */
import { until } from './until.js';

export interface Received {
  event: string;
  id: string | null;
  /** Parsed. */
  data: unknown;
}

export type EventSource = Awaited<ReturnType<typeof openEvents>>;

/** Opens a stream; fails unless it begins with 200. */
export async function openEvents(url: string, { key, lastEventId }: { key: string; lastEventId?: string }) {
  const client = new AbortController();
  const headers = {
    authorization: `Bearer ${key}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const response = await fetch(url, { headers, signal: client.signal });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const messages: Received[] = [];
  let text = '';
  let unparsed = '';
  const reading = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = (unparsed + chunk).split('\n\n');
      unparsed = blocks.pop() as string;
      messages.push(...blocks.flatMap(parse));
    }
  })();
  let isOpen = true;
  const ended = reading.then(
    () => 'in order' as const,
    () => 'broken' as const,
  );
  void ended.then(() => (isOpen = false));
  return {
    headers: response.headers,
    messages,
    /** Everything received so far, comments included. */
    text: () => text,
    isOpen: () => isOpen,
    ended,
    /** Resolves with the first message that fits. */
    async next(event: string, fits: (data: any) => boolean = () => true): Promise<Received> {
      const find = () => messages.find((one) => one.event === event && fits(one.data));
      await until(() => find() !== undefined, `a message "${event}" after ${JSON.stringify(messages)}`);
      return find() as Received;
    },
    async close(): Promise<void> {
      client.abort();
      await ended;
    },
  };
}

function parse(block: string): Received[] {
  const lines = block.split('\n');
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const event = field('event');
  return event === undefined ? [] : [{ event, id: field('id') ?? null, data: JSON.parse(field('data') ?? 'null') }];
}
