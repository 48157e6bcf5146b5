/**
 * `npm run mcp-conformance`: the protocol's conformance suite and the official inspector's command line against /mcp of
 * the whole service. Both are far larger than the service's own packages, so they are installed into a folder of the
 * system's temporary one (kept for the next run).
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { givenReadyShelf } from '../support/app.js';
import { startService } from '../support/service.js';
import { startKeyProxy } from './key-proxy.js';

const CONFORMANCE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'; // `latest` is older than the protocol
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
/** A folder for each pair of versions. */
const FOLDER = join(
  tmpdir(),
  `shelfwright-mcp-${[CONFORMANCE, INSPECTOR].map((name) => name.split('@').at(-1)).join('-')}`,
);
const TIMEOUT_MS = 120_000;
const SHOWN = 2_000;

/** The scenarios that name no tool, resource or prompt of their own: the others call fixtures that a product does not have. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'caching',
    'http-header-validation',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
  ],
  '2025-11-25': ['server-initialize', 'ping', 'server-session-lifecycle'],
};

/** What the inspector asks, in both eras of the protocol. */
const QUESTIONS: readonly (readonly string[])[] = [
  ['--method', 'tools/list', '--strict'],
  ['--method', 'resources/list'],
  ['--method', 'resources/templates/list'],
  ['--method', 'prompts/list'],
  ['--method', 'tools/call', '--tool-name', 'list_shelves'],
];
const ERAS = ['modern', 'legacy'] as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Outcome {
  name: string;
  passed: boolean;
  output: string;
}

async function run(name: string, command: string, args: readonly string[]): Promise<Outcome> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { timeout: TIMEOUT_MS, cwd: FOLDER });
    return { name, passed: true, output: stdout + stderr };
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    return { name, passed: false, output: `${message}\n${stdout}${stderr}` };
  }
}

async function install(): Promise<void> {
  if (existsSync(join(FOLDER, 'installed'))) return;
  say(`Installing ${CONFORMANCE} and ${INSPECTOR} into ${FOLDER} ...`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{"private":true}\n');
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', CONFORMANCE, INSPECTOR], { cwd: FOLDER });
  writeFileSync(join(FOLDER, 'installed'), '');
}

const bin = (name: string): string => join(FOLDER, 'node_modules', '.bin', name);

async function conformance(url: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [version, scenarios] of Object.entries(SCENARIOS))
    for (const scenario of scenarios) {
      const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', version];
      outcomes.push(await run(`conformance ${version} ${scenario}`, bin('conformance'), args));
    }
  return outcomes;
}

async function inspector(url: string, key: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const era of ERAS)
    for (const question of QUESTIONS) {
      const server = ['--cli', url, '--transport', 'http', '--header', `Authorization: Bearer ${key}`];
      const args = [...server, '--protocol-era', era, ...question];
      outcomes.push(await run(`inspector ${era} ${question.slice(1).join(' ')}`, bin('mcp-inspector'), args));
    }
  return outcomes;
}

await install();
const proxy = await startKeyProxy();
const service = await startService({ PUBLIC_URL: proxy.origin });
try {
  proxy.passTo(service.baseUrl, service.apiKey);
  await givenReadyShelf(service, service.account);
  const outcomes = [
    ...(await conformance(`${proxy.origin}/mcp`)),
    ...(await inspector(`${service.baseUrl}/mcp`, service.apiKey)),
  ];
  for (const { name, passed, output } of outcomes) {
    say(`${passed ? 'passed' : 'FAILED'}  ${name}`);
    if (!passed) say(output.slice(0, SHOWN));
  }
  const failed = outcomes.filter(({ passed }) => !passed).length;
  say(`${outcomes.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await proxy.stop();
  await service.stop();
}
