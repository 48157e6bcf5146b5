/** Several api processes as one: each request goes to one that says it is ready, as a balancer sees to, and goes once. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { poll } from './poll.js';

const ASK_EVERY_MS = 100;

export interface Sending {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer;
}

export interface Answered {
  status: number;
  body: string;
}

export type Balanced = ReturnType<typeof balance>;

/** `stop` ends it. */
export function balance(urls: string[], apiKey: string) {
  const members = urls.map((url) => ({ url, isReady: false, agent: new Agent({ keepAlive: true }) }));
  const faults: string[] = [];
  const statuses: Record<number, number> = {};
  let isStopped = false;
  let turn = 0;

  const watching = members.map(async (member) => {
    while (!isStopped) {
      const reply = await fetch(`${member.url}/readyz`).catch(() => null);
      member.isReady = reply?.status === 200;
      await reply?.text().catch(() => null);
      await pause(ASK_EVERY_MS);
    }
  });
  const pick = () =>
    poll(async () => {
      const ready = members.filter(({ isReady }) => isReady);
      return ready[(turn += 1) % ready.length] ?? null;
    }, 60_000);

  function broken(error: unknown, path: string): never {
    faults.push(`${path}: ${(error as { code?: string }).code ?? String(error)}`);
    throw error;
  }

  /** The beginning of the reply. */
  async function open(path: string, { method = 'GET', headers, body }: Sending = {}): Promise<IncomingMessage> {
    const { url, agent } = await pick();
    const authorized = { authorization: `Bearer ${apiKey}`, ...headers };
    const sent = request(`${url}${path}`, { method, agent, headers: authorized }).end(body);
    const [reply] = (await once(sent, 'response').catch((error: unknown) => broken(error, path))) as [IncomingMessage];
    const status = reply.statusCode ?? 0;
    statuses[status] = (statuses[status] ?? 0) + 1;
    // told to who reads, and to nobody when a reader has left
    return reply.on('error', () => undefined);
  }

  /** The reply's text as it comes. */
  async function* textOf(reply: IncomingMessage, path: string): AsyncGenerator<string> {
    try {
      for await (const chunk of reply.setEncoding('utf8')) yield chunk as string;
    } catch (error) {
      broken(error, path);
    }
  }

  return {
    /** What no client should see: resets, refusals, replies that break off. */
    faults,
    /** How often each status was answered. */
    statuses,
    async send(path: string, sending?: Sending): Promise<Answered> {
      const reply = await open(path, sending);
      let body = '';
      for await (const chunk of textOf(reply, path)) body += chunk;
      return { status: reply.statusCode ?? 0, body };
    },
    /** A reply that is read as it comes; who stops reading leaves. */
    async *follow(path: string, headers: OutgoingHttpHeaders): AsyncGenerator<string> {
      yield* textOf(await open(path, { headers }), path);
    },
    /** Whether the process at `url` gets requests. */
    takes: (url: string) => members.some((member) => member.url === url && member.isReady),
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(watching);
      for (const { agent } of members) agent.destroy();
    },
  };
}
