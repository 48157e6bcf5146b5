/** A receiver of webhooks: notes every request as it came and answers as a test wants. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The very bytes. */
  body: Buffer;
  atMs: number;
}

export interface Answer {
  /** 204 if not given. */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** `hang`: nothing comes until the receiver is stopped. `reset`: the connection breaks. */
export type Answering = (received: Received, number: number) => Answer | 'hang' | 'reset' | Promise<Answer>;

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a receiver on `port`, or a free one; it answers 204 unless told otherwise. Call `stop` in `afterAll`. */
export async function startReceiver(answering: Answering = () => ({}), port = 0) {
  const received: Received[] = [];
  let answer = answering;
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => void handle(request, response));
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
    try {
      const body = await buffer(request);
      const one = { path: request.url ?? '', headers: request.headers, body, atMs: Date.now() };
      received.push(one);
      await send(response, await answer(one, received.length));
    } catch {
      response.destroy(); // the sender went away
    }
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    /** From the next request on. */
    answerWith(next: Answering): void {
      answer = next;
    },
    /** How many requests were open at once, at most. */
    mostAtOnce: () => most,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function send(response: ServerResponse, answer: Answer | 'hang' | 'reset'): Promise<void> {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const { status = 204, headers = {}, body } = answer;
  response.writeHead(status, { connection: 'close', ...headers }).end(body);
}
