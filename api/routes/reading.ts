import type { FastifyInstance } from 'fastify';
import { createReadingThreads, type ReadingThreads } from '../../reading/threads.js';
import type { Content } from '../content.js';
import type { Deps } from '../deps.js';
import { citeRoute } from './cite.js';
import { outlineRoute } from './outline.js';
import { searchRoute } from './search.js';

/** What the routes read with. */
export interface Readers {
  content: Content;
  threads: ReadingThreads;
}

/** What agents ask of a shelf beside its files. Whole trees are read by threads, which end with the app. */
export function readingRoutes(scope: FastifyInstance, deps: Deps, content: Content): void {
  const threads = createReadingThreads();
  scope.addHook('onClose', () => threads.close());
  searchRoute(scope, deps, { content, threads });
  outlineRoute(scope, deps, { content, threads });
  citeRoute(scope, deps, { content, threads });
}
