/** A process of bare Fastify routes, each returning the bytes of one read of the api: the throughput of the framework alone. */
import fastify from 'fastify';

interface Asked {
  port: number;
  urls: Record<string, string>;
  headers: Record<string, string>;
}

const { port, urls, headers } = JSON.parse(process.argv[2] ?? '') as Asked;
const app = fastify();
for (const [name, url] of Object.entries(urls)) {
  const response = await fetch(url, { headers });
  const type = response.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await response.arrayBuffer());
  app.get(`/${name}`, (_request, reply) => reply.type(type).send(bytes));
}
await app.listen({ host: '127.0.0.1', port });
