/** `/`: the web app for browsers, and for programs where to go from here, as JSON. Public. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.js';
import type { AnswerPage } from '../web-app/app.js';

/** Paths by the member of the JSON that names them. */
const PLACES = {
  /** The whole interface, to browse. */
  docs: '/docs',
  /** The same for programs. */
  openapi: '/openapi.json',
  /** What software agents read first. */
  llms: '/llms.txt',
  /** Their guide: reading, MCP, configuration of clients. */
  agents: '/agents.md',
  mcp: '/mcp',
  /** Whether the service can work. */
  health: '/readyz',
};
/** It changes only with a release. */
const CACHE = 'public, max-age=3600';

export function landingRoute(app: FastifyInstance, { config }: Deps, answerPage: AnswerPage): void {
  const address = config.publicUrl.replace(/\/$/, '');
  const places = Object.entries(PLACES).map(([name, path]) => [name, `${address}${path}`]);
  const json = { name: 'Shelfwright', ...Object.fromEntries(places) };
  app.get('/', { schema: { hide: true } }, (request, reply) => {
    void reply.header('vary', 'accept');
    if (wantsHtml(request.headers.accept) && answerPage(request, reply)) return reply;
    return reply.header('cache-control', CACHE).send(json);
  });
}

/** Browsers name HTML first; programs name JSON, or take anything. */
function wantsHtml(accept = ''): boolean {
  const types = accept.split(',').map((one) => one.trim().toLowerCase());
  const html = types.find((one) => /^text\/html\b/.test(one));
  const firstJson = types.findIndex((one) => /^application\/json\b/.test(one));
  if (html === undefined || /;\s*q=0(\.0*)?\s*$/.test(html)) return false;
  return firstJson < 0 || types.indexOf(html) < firstJson;
}
