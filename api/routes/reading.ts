import type { FastifyInstance } from 'fastify';
import type { Readers } from '../../reading/readers.js';
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

/** Search, outline, citations and tables. Reader processes work on the trees. */
export function readingRoutes(scope: FastifyInstance, deps: Deps, reading: Reading): void {
  searchRoute(scope, deps, reading);
  outlineRoute(scope, deps, reading);
  citeRoute(scope, deps, reading);
  tableRoutes(scope, deps, reading);
}
