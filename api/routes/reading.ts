import type { FastifyInstance } from 'fastify';
import { createReadingThreads } from '../../reading/threads.js';
import type { Content } from '../content.js';
import type { Deps } from '../deps.js';
import { searchRoute } from './search.js';

/** What agents ask of a shelf beside its files. Whole trees are read by threads, which end with the app. */
export function readingRoutes(scope: FastifyInstance, deps: Deps, content: Content): void {
  const threads = createReadingThreads();
  scope.addHook('onClose', () => threads.close());
  searchRoute(scope, deps, { content, threads });
}
