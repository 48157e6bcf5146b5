import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { loadLocalEnvironment } from '../../../infra/config.js';
import { readConnection, writeConnection } from '../../../local/connection.js';
import { openDataFolder, readSecrets, writeJson, type DataFolder } from '../../../local/data-folder.js';
import { childEnvironment, choosePorts, embeddedServers, requireFreePort } from '../../../local/environment.js';
import { accepts, poll } from '../../../local/ports.js';
import { startProcess } from '../../../local/processes.js';
import { filterEnvironmentOf, workerEnvironments } from '../../../local/services.js';
import { supervise } from '../../../local/supervise.js';
import { parseArguments } from '../../../local/upload.js';
import { reservedPort } from '../../support/run-wide.js';

let folder = '';
let data: DataFolder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-start-'));
  data = openDataFolder(join(folder, '.data'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function occupied(): Promise<{ port: number; free: () => void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, free: () => server.close() };
}

describe('ports', () => {
  test('a taken port of the api is named, with a way out', async () => {
    const { port, free } = await occupied();
    await expect(requireFreePort(port, '127.0.0.1')).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    );
    free();
  });

  test('a taken port of an embedded server is named by its variable', async () => {
    const { port, free } = await occupied();
    const local = loadLocalEnvironment({ S3_PORT: String(port) });
    await expect(choosePorts(data, local)).rejects.toThrow(`S3_PORT: port ${port} is taken`);
    free();
  });

  test('are all different, also after a start that remembered two equal ones', async () => {
    const port = await reservedPort();
    writeJson(data.ports, { postgres: port, s3: port, temporal: port, temporalUi: port, metrics: port });
    const ports = await choosePorts(data, loadLocalEnvironment({}));
    expect(ports.postgres).toBe(port);
    expect(new Set(Object.values(ports)).size).toBe(6);
  });

  test('stay the same over starts, but for one that is taken now', async () => {
    const local = loadLocalEnvironment({});
    const first = await choosePorts(data, local);
    expect(new Set(Object.values(first)).size).toBe(6);
    await expect(choosePorts(data, local)).resolves.toEqual(first);
    const server = createServer().listen(first.s3, '127.0.0.1');
    await once(server, 'listening');
    const again = await choosePorts(data, local);
    server.close();
    expect({ ...again, s3: first.s3 }).toEqual(first);
    expect(again.s3).not.toBe(first.s3);
  });
});

describe('the environment of api and worker', () => {
  const ports = { postgres: 1, s3: 2, temporal: 3, temporalUi: 4, metrics: 5, s3Filter: 6 };

  test('is the embedded servers, and nothing of the surroundings that is no configuration', () => {
    const env = childEnvironment({ PATH: '/bin', AWS_SECRET_ACCESS_KEY: 'x', PORT: '9000' }, data, ports);
    expect(env).toMatchObject({ PATH: '/bin', PORT: '9000', TEMPORAL_ADDRESS: '127.0.0.1:3', MAIL_DIR: data.mail });
    expect(env).toMatchObject({ TEMPORAL_UI_URL: 'http://127.0.0.1:4', WEB_APP_TEMPORAL_LINKS: 'true' });
    expect(childEnvironment({ WEB_APP_TEMPORAL_LINKS: 'false' }, data, ports).WEB_APP_TEMPORAL_LINKS).toBe('false');
    expect(env.DATABASE_URL).toMatch(/^postgres:\/\/shelfwright:[0-9a-f]{36}@127\.0\.0\.1:1\/shelfwright$/);
    expect(env).not.toHaveProperty('AWS_SECRET_ACCESS_KEY');
    expect(env).toMatchObject({ S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:6', S3_FILTER_URL: 'http://127.0.0.1:6' });
  });

  test('has nothing of another Temporal while the embedded one runs, and all of it where that is configured', () => {
    const other = { TEMPORAL_NAMESPACE: 'prod', TEMPORAL_API_KEY: 'k', TEMPORAL_TLS: 'true' };
    const temporalOf = (env: object) =>
      Object.fromEntries(Object.entries(env).filter(([name]) => /^TEMPORAL_(?!UI)/.test(name)));
    expect(temporalOf(childEnvironment(other, data, ports))).toEqual({ TEMPORAL_ADDRESS: '127.0.0.1:3' });
    for (const where of [{ TEMPORAL_ADDRESS: 'a:1' }, { TEMPORAL_CONFIG_FILE: 'f' }]) {
      expect(embeddedServers({ ...other, ...where }).temporal).toBe(false);
      expect(temporalOf(childEnvironment({ ...other, ...where }, data, ports))).toEqual({ ...other, ...where });
    }
  });

  test("has the object store's root for none, its readers for the api, and no key at all for the filter", () => {
    const env = childEnvironment({ PATH: '/bin' }, data, ports);
    const { s3Root, s3Users } = readSecrets(data);
    const secretsIn = (values: object) =>
      Object.entries({ root: s3Root, ...s3Users })
        .filter(([, { secretKey }]) => Object.values(values).includes(secretKey))
        .map(([role]) => role);
    expect(secretsIn(env)).toEqual(['service', 'issuer', 'signer']);
    expect(secretsIn(workerEnvironments(env, 1)[0] ?? {})).toEqual(['service']);
    expect(filterEnvironmentOf(env, ports)).toEqual({
      ...{ PATH: '/bin', S3_ENDPOINT: 'http://127.0.0.1:2', HOST: '127.0.0.1', PORT: '6' },
    });
  });

  test('is by keys of its own after a release that had one, whose id URLs have shown', () => {
    const old = { postgresPassword: 'p', s3AccessKey: 'shelfwright', s3SecretKey: 's', encryptionKey: 'e' };
    writeJson(join(data.root, 'secrets.json'), old);
    const now = readSecrets(data);
    expect(now).toMatchObject({ postgresPassword: 'p', encryptionKey: 'e' });
    const ids = [now.s3Root, ...Object.values(now.s3Users)].map(({ accessKey }) => accessKey);
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain('shelfwright');
    expect(readSecrets(data)).toEqual(now);
  });

  test('is a configured server in place of the embedded one', () => {
    const given = { DATABASE_URL: 'postgres://a/b', S3_ENDPOINT: 'http://s', S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's' };
    expect(childEnvironment(given, data, ports)).toMatchObject(given);
    expect(embeddedServers(given)).toEqual({ postgres: false, s3: false, temporal: true });
  });
});

describe('connection.json', () => {
  test('has exactly its members, one a line, for the owner alone', () => {
    const connection = {
      baseUrl: 'b',
      apiKey: 'a',
      email: 'e',
      password: 'p',
      temporalAddress: 't',
      temporalUiUrl: 'u',
      s3Endpoint: 's',
      databaseUrl: 'd',
      mailDir: 'm',
    };
    writeConnection(data, connection);
    expect(readConnection(data)).toEqual(connection);
    expect(statSync(data.connection).mode & 0o777).toBe(0o600);
    const lines = readFileSync(data.connection, 'utf8').split('\n');
    expect(lines.slice(1, 10).map((line) => /^ {2}"(\w+)": "\w",?$/.exec(line)?.[1])).toEqual(Object.keys(connection));
  });

  test('that is no JSON is named', () => {
    writeFileSync(data.connection, '{');
    expect(() => readConnection(data)).toThrow(/connection\.json is not valid JSON/);
  });
});

test('arguments of npm start are a file and its template, and anything else shows the usage', () => {
  const file = join(folder, 'a.pdf');
  writeFileSync(file, '');
  expect(parseArguments([])).toBeNull();
  expect(parseArguments([file])).toEqual({ file, template: null });
  expect(parseArguments(['--template', 'book', file])).toEqual({ file, template: 'book' });
  for (const args of [['--template'], [file, '--template'], [file, file], ['--help'], ['--template', 'book']]) {
    expect(() => parseArguments(args)).toThrow('Usage: npm start -- [some.pdf [--template T]]');
  }
  expect(() => parseArguments([join(folder, 'b.pdf')])).toThrow('b.pdf: no such file.');
});

describe('a process', () => {
  const options = (script: string, isReady: () => Promise<boolean>) => ({
    name: 'thing',
    command: process.execPath,
    args: ['-e', script],
    logPath: data.log('thing'),
    isReady,
    readyTimeoutMs: 50_000,
  });
  const serve = (port: number) => `require('net').createServer().listen(${port}, '127.0.0.1')`;

  test('that ends at its start is reported with its log', async () => {
    const start = startProcess(options("console.error('no such database'); process.exit(3)", async () => false));
    await expect(start).rejects.toThrow(/thing ended at its start \(exit 3\)[^]*no such database/);
  });

  test('that cannot be run is reported', async () => {
    const start = startProcess({ ...options('', async () => false), command: join(folder, 'nothing') });
    await expect(start).rejects.toThrow(/thing ended at its start \(not started: .*ENOENT/);
  });

  test('that does not heed the request to end is killed within its bound', async () => {
    const port = await reservedPort();
    const running = await startProcess(options(`process.on('SIGTERM', () => {}); ${serve(port)}`, () => accepts(port)));
    const begun = performance.now();
    await running.stop(200);
    expect(performance.now() - begun).toBeLessThan(10_000);
    await expect(running.ended).resolves.toBe('signal SIGKILL');
  });

  test('that dies is said and started again, until the stop', async () => {
    const port = await reservedPort();
    const said: string[] = [];
    const pids: number[] = [];
    const start = () =>
      startProcess({ ...options(serve(port), () => accepts(port)), onSpawn: (_name, pid) => void pids.push(pid) });
    const watched = await supervise({ start, logPath: data.log('thing'), say: (line) => void said.push(line) });
    process.kill(pids[0] ?? 0, 'SIGKILL');
    expect(await poll(async () => pids.length === 2 && (await accepts(port)), 20_000)).toBe(true);
    expect(said.join('\n')).toMatch(/thing ended \(signal SIGKILL\)[^]*Starting thing again in 1 s/);
    await watched.stop(2_000);
    expect(await accepts(port)).toBe(false);
    expect(pids).toHaveLength(2);
  });

  test('whose log is too large for memory is started again all the same, with the log’s end said and a new log', async () => {
    const port = await reservedPort();
    const logPath = data.log('thing');
    const said: string[] = [];
    const pids: number[] = [];
    const start = () =>
      startProcess({ ...options(serve(port), () => accepts(port)), onSpawn: (_name, pid) => void pids.push(pid) });
    const watched = await supervise({ start, logPath, say: (line) => void said.push(line) });
    truncateSync(logPath, 2 ** 30); // a hole: takes no room on the disk
    appendFileSync(logPath, '\n1\n2\n3\n4\nout of descriptors\n');
    process.kill(pids[0] ?? 0, 'SIGKILL');
    expect(await poll(async () => pids.length === 2 && (await accepts(port)), 20_000)).toBe(true);
    await watched.stop(2_000);
    expect(said[0]).toMatch(/thing ended \(signal SIGKILL\).* ends with:\n1\n2\n3\n4\nout of descriptors$/);
    expect([statSync(logPath).size, statSync(`${logPath}.1`).size > 2 ** 30]).toEqual([0, true]);
  });

  test('whose watch breaks is stopped with the others', async () => {
    const port = await reservedPort();
    const said: string[] = [];
    const say = (line: string): void => {
      if (said.push(line) === 1) throw new Error('no room');
    };
    const pids: number[] = [];
    const start = () =>
      startProcess({ ...options(serve(port), () => accepts(port)), onSpawn: (_name, pid) => void pids.push(pid) });
    const watched = await supervise({ start, logPath: data.log('thing'), say });
    process.kill(pids[0] ?? 0, 'SIGKILL');
    expect(await poll(async () => said.length === 2, 20_000)).toBe(true);
    expect(said[1]).toBe('thing is no longer watched over: Error: no room');
    await watched.stop(2_000);
  });
});
