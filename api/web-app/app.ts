/**
 * The web app: its files, and its page for every address that is not a route of the API. Public: what it shows comes from
 * the API, with the visitor's session.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentPolicy, NONCE_PLACEHOLDER } from './policy.js';

/** scripts/build-dashboard.mjs puts it here. */
const ROOT = join(import.meta.dirname, '../../web-app');
/** Names under it carry a hash of their content. */
const HASHED = '/assets/';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'no-cache';
/** Programs that ask here want JSON: an HTML page with 200 would mislead them. */
const NO_PAGES = /^\/(?:v1|api|mcp|docs|assets|\.well-known|healthz|readyz|metrics|openapi\.json)(?:[/?]|$)/;

/** Answers with the page where a browser asks for one; otherwise returns false and sends nothing. */
export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Registers the files. The function that it returns answers addresses without a route. */
export async function registerWebApp(app: FastifyInstance): Promise<AnswerPage> {
  const index = join(ROOT, 'index.html');
  if (!existsSync(index)) return () => false;
  const page = readFileSync(index, 'utf8');
  await app.register(fastifyStatic, {
    root: ROOT,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['index.html', '.vite/**', '**/*.br'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(HASHED) ? IMMUTABLE : REVALIDATED);
      reply.header('x-content-type-options', 'nosniff');
      // the worker of pdf.js obeys the policy of its own reply
      reply.header('content-security-policy', contentPolicy());
    },
  });
  return (request, reply) => {
    if (!asksForPage(request)) return false;
    const nonce = randomBytes(18).toString('base64');
    reply
      .code(200)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', contentPolicy(nonce))
      .header('cache-control', REVALIDATED)
      // a page that opens this one gets no hold of its window
      .header('cross-origin-opener-policy', 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
    return true;
  };
}

function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html') && !NO_PAGES.test(url);
}
