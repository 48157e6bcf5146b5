import type { FastifyInstance } from 'fastify';
import { createReaders, type Readers } from '../../reading/readers.js';
import type { Content } from '../content.js';
import type { Deps } from '../deps.js';
import { citeRoute } from './cite.js';
import { outlineRoute } from './outline.js';
import { searchRoute } from './search.js';
import { tableRoutes } from './tables.js';

/** What the routes share. */
export interface Reading {
  content: Content;
  readers: Readers;
}

/** Search, outline, citations and tables. Reader processes work on the trees; they end with the app. */
export function readingRoutes(scope: FastifyInstance, deps: Deps, content: Content): void {
  const readers = createReaders();
  scope.addHook('onClose', () => readers.close());
  searchRoute(scope, deps, { content, readers });
  outlineRoute(scope, deps, { content, readers });
  citeRoute(scope, deps, { content, readers });
  tableRoutes(scope, deps, { content, readers });
}
