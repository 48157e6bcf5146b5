import type { FastifyInstance } from 'fastify';
import type { Readers } from '../../reading/readers.js';
import type { Content } from '../content.js';
import type { Deps } from '../deps.js';
import type { DrawnPages } from '../drawn-pages.js';
import { citeRoute } from './cite.js';
import { outlineRoute } from './outline.js';
import { pageRoutes } from './pages.js';
import { searchRoute } from './search.js';
import { tableRoutes } from './tables.js';

/** What the routes share. */
export interface Reading {
  content: Content;
  readers: Readers;
}

/** Search, outline, citations, tables and pages. Reader processes work on the trees. */
export function readingRoutes(scope: FastifyInstance, deps: Deps, reading: Reading & { drawn: DrawnPages }): void {
  searchRoute(scope, deps, reading);
  outlineRoute(scope, deps, reading);
  citeRoute(scope, deps, reading);
  tableRoutes(scope, deps, reading);
  pageRoutes(scope, deps, reading);
}
