/** An api for tests whose clients hold connections open. */
import type { Socket } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import { buildTestApp, type TestApp, type TestAppOptions } from './app.js';
import { listen } from './listen.js';

/** Registers its hooks and passes what it has started to `assign`. Sockets that are added to the answer end with the api. */
export function setUpSlowClients(assign: (api: TestApp, port: number) => void, options: TestAppOptions = {}): Socket[] {
  const sockets: Socket[] = [];
  let api: TestApp | undefined;
  beforeAll(async () => {
    api = await buildTestApp(options);
    assign(api, await listen(api.app));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await api?.stop();
  });
  return sockets;
}
