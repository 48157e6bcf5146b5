/** Groups of routes with hooks of their own. */
import type { FastifyInstance } from 'fastify';

/** Where Fastify looks for a plugin's name first. */
const NAME = Symbol.for('fastify.display-name');

/**
 * Registers routes and hooks in a scope of their own below `app`. The name spares a search: for that of a plugin without
 * one Fastify compares it with the exports of every module that is loaded, which takes longer than to register its routes.
 */
export async function registerScope(
  app: FastifyInstance,
  name: string,
  build: (scope: FastifyInstance) => unknown,
): Promise<void> {
  const plugin = async (scope: FastifyInstance): Promise<void> => {
    await build(scope);
  };
  await app.register(Object.assign(plugin, { [NAME]: name }));
}
