/** Clients of /mcp, as the protocol's own SDK makes them, over HTTP. */
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import type { FastifyInstance } from 'fastify';
import { listen } from './listen.js';

/** The current protocol and the one before, which many clients still speak. */
export const ERAS = { '2026-07-28': { pin: '2026-07-28' }, '2025': 'legacy' } as const;
export type Era = keyof typeof ERAS;

export interface McpClient {
  client: Client;
  /** The result of a tool; `errors`: also one that says what went wrong. */
  call(name: string, input?: object): Promise<CallToolResult>;
  /** What a tool gives as data; fails for errors, and where text and structure differ. */
  data<T>(name: string, input?: object): Promise<T>;
  /** The text of a tool's answer. */
  text(name: string, input?: object): Promise<string>;
  /** The text of a tool's error; fails where there is none. */
  error(name: string, input?: object): Promise<string>;
  close(): Promise<void>;
}

/** Lets an app listen. Answers its origin. */
export async function listening(app: FastifyInstance): Promise<string> {
  return `http://127.0.0.1:${await listen(app)}`;
}

/** A client that sends its requests to the origins in turn. */
export async function connectMcp(origins: string[], key: string, era: Era = '2026-07-28'): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
  let sent = 0;
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', origins[0]), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
      fetch: (url, init) => {
        sent += 1;
        return fetch(new URL(new URL(url).pathname, origins[sent % origins.length]), init);
      },
    }),
  );
  const call = (name: string, input: object = {}) =>
    client.callTool({ name, arguments: input as Record<string, unknown> }) as Promise<CallToolResult>;
  const textOf = ({ content }: CallToolResult) =>
    content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
  return {
    client,
    call,
    async data<T>(name: string, input?: object) {
      const result = await call(name, input);
      if (result.isError) throw new Error(textOf(result));
      if (JSON.stringify(result.structuredContent) !== textOf(result))
        throw new Error(`${name}: text and structure differ`);
      return result.structuredContent as T;
    },
    async text(name, input) {
      const result = await call(name, input);
      if (result.isError) throw new Error(textOf(result));
      return textOf(result);
    },
    async error(name, input) {
      const result = await call(name, input);
      if (!result.isError) throw new Error(`no error: ${textOf(result)}`);
      return textOf(result);
    },
    close: () => client.close(),
  };
}
