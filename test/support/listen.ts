/** Apps that listen on a free port of this machine. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Lets an app listen. Answers its port. */
export async function listen(app: Pick<FastifyInstance, 'listen' | 'server'>): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}
