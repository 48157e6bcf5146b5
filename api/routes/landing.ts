/** `/` of a service without a web app: where to go from here, as JSON, or as a page for browsers. Public. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.js';

interface Place {
  /** Member of the JSON. */
  name: string;
  path: string;
  text: string;
}

const PLACES: readonly Place[] = [
  { name: 'docs', path: '/docs', text: 'the whole interface, to browse' },
  { name: 'openapi', path: '/openapi.json', text: 'the same for programs' },
  { name: 'llms', path: '/llms.txt', text: 'what software agents read first' },
  { name: 'agents', path: '/agents.md', text: 'their guide: reading, MCP, configuration of clients' },
  { name: 'mcp', path: '/mcp', text: 'the MCP server (Streamable HTTP, with an API key)' },
  { name: 'health', path: '/readyz', text: 'whether the service can work' },
];
/** The page needs nothing at all: no script, no style, no picture. */
const CSP = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** It changes only with a release. */
const CACHE = 'public, max-age=3600';

export function landingRoute(app: FastifyInstance, { config }: Deps): void {
  const address = config.publicUrl.replace(/\/$/, '');
  const json = {
    name: 'Shelfwright',
    ...Object.fromEntries(PLACES.map(({ name, path }) => [name, `${address}${path}`])),
  };
  const page = htmlPage(address);
  app.get('/', { schema: { hide: true } }, (request, reply) => {
    void reply.header('vary', 'accept').header('cache-control', CACHE);
    if (!wantsHtml(request.headers.accept)) return reply.send(json);
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', CSP)
      .header('x-content-type-options', 'nosniff')
      .send(page);
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

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function htmlPage(address: string): string {
  const items = PLACES.map(
    ({ path, text }) => `<li><a href="${escaped(address + path)}">${escaped(path)}</a>: ${escaped(text)}</li>`,
  );
  const line = `claude mcp add --transport http shelfwright ${address}/mcp --header "Authorization: Bearer KEY"`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Shelfwright</title>
<h1>Shelfwright</h1>
<p>This service turns PDFs into shelves: trees of Markdown and JSON files that software agents read. Requests need an API key.</p>
<ul>
${items.join('\n')}
</ul>
<p>Connect Claude Code:</p>
<pre>${escaped(line)}</pre>
</html>
`;
}
