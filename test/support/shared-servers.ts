/**
 * One PostgreSQL, one object store and one whole service for all test files of a run. Jest's own process starts each when
 * the first file asks for it, and ends them after the last; a file has a database, a bucket or an account of its own in
 * them. Who stops, kills or suspends one, or sets it up otherwise, starts one of its own (servers.ts, service.ts).
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Config } from '../../infra/config.js';
import type { KeyPair } from '../../infra/storage-admin.js';
import { freePort } from '../../local/ports.js';
import { RUN_ADDRESS } from './run-wide.js';
import { startPostgres, startStorage } from './servers.js';
import { startService, type Service } from './service.js';

export interface SharedServers {
  /** `url` of a database with all migrations, to which nobody connects: new ones are copies of it. */
  postgres: { url: string };
  storage: { config: S3Config; root: KeyPair };
  service: Pick<Service, 'baseUrl' | 'mailDir' | 'environment'>;
}

type Server = { stop: () => Promise<void> };

const STARTERS: { [Name in keyof SharedServers]: () => Promise<SharedServers[Name] & Server> } = {
  postgres: () => startPostgres({ migrated: true }),
  storage: startStorage,
  service: startSharedService,
};

/** Without limits of what many files do at once, all from one address; its links to Temporal's UI lead nowhere. */
const SERVICE = {
  ENGINE_PROCESSES: '1',
  LIMIT_WRITES_PER_MINUTE: '1000',
  LIMIT_AUTH_PER_15_MINUTES: '1000',
  TEMPORAL_UI_URL: 'http://127.0.0.1:9',
  WEB_APP_TEMPORAL_LINKS: 'true',
};

async function startSharedService(): Promise<SharedServers['service'] & Server> {
  const { baseUrl, mailDir, environment, stop } = await startService(SERVICE);
  return { baseUrl, mailDir, environment, stop };
}

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
