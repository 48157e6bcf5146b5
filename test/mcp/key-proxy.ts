/** A proxy that adds an API key: the conformance suite sends no headers of ours. */
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

export interface KeyProxy {
  origin: string;
  /** From now on requests go to `target`, with the key, and with what the client names as Host and Origin. */
  passTo(target: string, key: string): void;
  stop(): Promise<void>;
}

/** Starts before the service, which is told the proxy's address as its own. */
export async function startKeyProxy(): Promise<KeyProxy> {
  let [hostname, port, authorization] = ['', '', ''];
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization };
    const { method, url: path } = incoming;
    const passed = send({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing).catch(() => outgoing.destroy());
    });
    passed.on('error', () => outgoing.destroy());
    pipeline(incoming, passed).catch(() => passed.destroy());
    outgoing.once('close', () => passed.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passTo(target, key) {
      ({ hostname, port } = new URL(target));
      authorization = `Bearer ${key}`;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
