/**
 * One PostgreSQL and one object store for all test files of a run. Jest's own process starts each when the first file
 * asks for it, and ends them after the last; a file has a database or a bucket of its own in them. Who stops, kills or
 * suspends a server starts one of its own (servers.ts).
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Config } from '../../infra/config.js';
import type { KeyPair } from '../../infra/storage-admin.js';
import { freePort } from '../../local/ports.js';
import { RUN_ADDRESS } from './run-wide.js';
import { startPostgres, startStorage } from './servers.js';

export interface SharedServers {
  /** `url` of a database with all migrations, to which nobody connects: new ones are copies of it. */
  postgres: { url: string };
  storage: { config: S3Config; root: KeyPair };
}

type Server = { stop: () => Promise<void> };

const STARTERS: { [Name in keyof SharedServers]: () => Promise<SharedServers[Name] & Server> } = {
  postgres: () => startPostgres({ migrated: true }),
  storage: startStorage,
};

const started = new Map<keyof SharedServers, Promise<Server>>();
const ports = new Set<number>();
const answering = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});

async function answer({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
  const what = url!.slice(1) as keyof SharedServers | 'port';
  response.end(JSON.stringify(what === 'port' ? await nextPort() : await serverNamed(what)));
}

async function nextPort(): Promise<number> {
  const port = await freePort(undefined, ports);
  if (ports.has(port)) return nextPort(); // given to another one while this one was being looked at
  ports.add(port);
  return port;
}

function serverNamed(name: keyof SharedServers): Promise<Server> {
  const server = started.get(name) ?? STARTERS[name]();
  started.set(name, server);
  return server;
}

/** In jest's own process, before the first test file. */
export async function shareServers(): Promise<void> {
  await once(answering.listen(0, '127.0.0.1'), 'listening');
  process.env[RUN_ADDRESS] = `http://127.0.0.1:${(answering.address() as AddressInfo).port}`;
}

/** In the same process after the last one: ends those that were started. */
export async function endSharedServers(): Promise<void> {
  answering.close();
  answering.closeAllConnections();
  const ends = await Promise.allSettled([...started.values()].map(async (server) => (await server).stop()));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
