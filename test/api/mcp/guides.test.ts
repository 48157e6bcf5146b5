/** What an agent reads first, and the lines that connect a client: as text, against the formats that clients read. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../../support/app.js';

const PAGE = readFileSync('docs/mcp.md', 'utf8');
const TOOLS = JSON.parse(readFileSync('test/api/mcp/tools.snapshot.json', 'utf8')) as { name: string }[];

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const get = (url: string) => api.app.inject(url);
const snippets = (text: string, language: string) =>
  [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].filter(([, of]) => of === language).map(([, , code]) => code!);

const headers = (value: string) => ({
  type: 'object',
  required: ['Authorization'],
  properties: { Authorization: { type: 'string', pattern: value } },
});
const url = { const: `${PUBLIC_URL}/mcp` };
/** In the order of the page: Cursor, without a type; VS Code, with `servers` and `inputs`. */
const FORMATS = [
  { member: 'mcpServers', required: ['url', 'headers'], properties: { url, headers: headers('^Bearer KEY$') } },
  {
    member: 'servers',
    required: ['type', 'url', 'headers'],
    properties: { type: { const: 'http' }, url, headers: headers('^Bearer \\$\\{input:[\\w-]+\\}$') },
  },
];

test('/agents.md is the reading guide and the page on MCP, with the address of this instance', async () => {
  const { statusCode, headers: given, body } = await get('/agents.md');
  expect([statusCode, given['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(body).toContain('# Reading a shelf');
  expect(body).toContain(`${PUBLIC_URL}/v1/shelves/shf_...`);
  expect(body).toContain(`${PUBLIC_URL}/mcp`);
  expect(body).not.toContain('localhost:8080');
  // it is served alone: other pages of the documentation are not beside it
  expect(body).not.toMatch(/\]\((?!https?:)/);
});

test('/llms.txt has the form of llmstxt.org, and what it names is there', async () => {
  const { statusCode, headers: given, body } = await get('/llms.txt');
  expect([statusCode, given['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toMatch(/^# Shelfwright\n\n> .+\n\n/);
  const links = [...body.matchAll(/\]\((.*?)\)/g)].map(([, link]) => link!);
  expect(links).toHaveLength(5);
  expect(body).toContain('shelfwright-client');
  for (const link of links) {
    expect(link.startsWith(PUBLIC_URL)).toBe(true);
    const { statusCode: status } = await get(link.slice(PUBLIC_URL.length));
    expect([link, status]).toEqual([link, link.endsWith('/mcp') ? 401 : 200]);
  }
});

test('/ says where to go: to programs as JSON, to browsers as the web app', async () => {
  const at = (accept?: string) => api.app.inject({ url: '/', headers: accept ? { accept } : {} });
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const accept of [undefined, '*/*', 'application/json', 'application/json, text/html', 'text/html;q=0, */*']) {
    const { headers: given, json } = await at(accept);
    expect([accept, given['content-type'], given['vary']]).toEqual([
      accept,
      'application/json; charset=utf-8',
      'accept',
    ]);
    const { name, ...places } = json<Record<string, string>>();
    expect(name).toBe('Shelfwright');
    for (const place of Object.values(places)) expect(place.startsWith(`${PUBLIC_URL}/`)).toBe(true);
  }
  const { statusCode, headers: given, body } = await at(browser);
  expect([statusCode, given['content-type'], given['vary']]).toEqual([200, 'text/html; charset=utf-8', 'accept']);
  expect(body).toContain('<div id="root">');
});

test('the configurations are those that clients read', async () => {
  const { body } = await get('/agents.md');
  const configurations = snippets(body, 'json').map((code) => JSON.parse(code) as Record<string, object>);
  expect(configurations.map((one) => Object.keys(one))).toEqual([['mcpServers'], ['inputs', 'servers']]);
  const ajv = new Ajv2020({ strict: false });
  for (const [at, { member, required, properties }] of FORMATS.entries()) {
    const format = { required, properties, additionalProperties: false };
    const servers = { type: 'object', required: ['shelfwright'], additionalProperties: format };
    const valid = ajv.validate(servers, configurations[at]![member]);
    expect([at, valid, ajv.errorsText()]).toEqual([at, true, 'No errors']);
  }
  const [{ id } = { id: '' }] = configurations[1]!['inputs'] as { id: string }[];
  expect(JSON.stringify(configurations[1])).toContain(`\${input:${id}}`);
  const line = snippets(body, 'sh').find((code) => code.startsWith('claude'))!;
  expect(line.trim()).toBe(
    `claude mcp add --transport http shelfwright ${PUBLIC_URL}/mcp --header "Authorization: Bearer KEY"`,
  );
});

test('the page names every tool, in their order', () => {
  const named = [...PAGE.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual(TOOLS.map(({ name }) => name));
});
