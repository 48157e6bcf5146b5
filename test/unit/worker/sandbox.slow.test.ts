/**
 * What an exploit in the reader of PDFs could do. Twice: by JavaScript in an engine process as it is started, and by a
 * process that has undone Node's permissions, as native code can, so that the kernel alone is in its way.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { engineLaunch } from '../../../worker/engine-launch.js';
import { runEngineProcess, type ProcessOptions } from '../../../worker/engine-process.js';
import { ConfigError } from '../../../infra/config.js';
import {
  ENGINE_ENVIRONMENT,
  findConfinement,
  INSIDE,
  openPremises,
  requireIsolation,
  unconfined,
  type Confinement,
  type Premises,
} from '../../../worker/sandbox/confinement.js';
import { createJobFolder } from '../../../worker/sandbox/job-folder.js';
import { engineProcesses } from '../../support/engine-processes.js';
import type { Attack } from '../../support/hostile-engine.js';
import { sharedServer } from '../../support/run-wide.js';

const HOSTILE = fileURLToPath(new URL('../../support/hostile-engine.js', import.meta.url));
const MARKER = `marker-${process.pid}`;
const MIB = 1024 ** 2;
const LIMITS = { memoryBytes: 1024 ** 3, cpuSeconds: 60 };
const confinement = findConfinement();
if (confinement.missing !== null)
  process.stderr.write(`SKIPPED: attacks on the namespaces of engine processes, since ${confinement.missing}\n`);
const whereIsolated = confinement.missing === null ? describe : describe.skip;

let folder: string;
let pdfPath: string;
let secretPath: string;
let listener: Server;
let bearer: ReturnType<typeof spawn>;
let listeners: Attack['listeners'];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  pdfPath = join(folder, 'some.pdf');
  secretPath = join(folder, 'secret');
  writeFileSync(pdfPath, '%PDF-');
  writeFileSync(secretPath, MARKER);
  // another process of the same user with a secret in its environment, as the api is on one machine
  bearer = spawn('/bin/sleep', ['600'], { env: { SECRET: MARKER } });
  listener = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.2', resolve));
  const { hostname, port } = new URL((await sharedServer('postgres')).url);
  listeners = [
    { host: '127.0.0.2', port: (listener.address() as AddressInfo).port },
    { host: hostname, port: Number(port) },
  ];
});

afterAll(() => {
  bearer.kill('SIGKILL');
  listener.close();
  rmSync(folder, { recursive: true });
});

afterEach(() => {
  expect(engineProcesses()).toEqual([]);
  expect(readFileSync(pdfPath, 'utf8')).toBe('%PDF-');
});

/** Engine processes that run the hostile program, without Node's permissions if these are taken to be undone. */
function hostileEngines(premises: Premises, undone: boolean): ProcessOptions['engines'] {
  const { bubblewrap, filters, readable } = premises;
  return {
    take() {
      const own = createJobFolder(premises.root, bubblewrap ? INSIDE : undefined);
      // not from the snapshot, which holds the engine, whatever program is named
      const place = { bubblewrap, readable, folder: own, forking: 'refused', fromSnapshot: false } as const;
      const launch = engineLaunch(LIMITS, place);
      const args = launch.args
        .filter((arg) => !undone || !/^--(permission|allow-)/.test(arg))
        .map((arg) => (arg.endsWith('engine-child.js') ? HOSTILE : arg));
      const filter = filters && openSync(filters.refused, 'r');
      const stdio = ['pipe', 'ignore', 'pipe', 'pipe', filter ?? 'ignore'] as const;
      const child = spawn(launch.command, args, { detached: true, env: ENGINE_ENVIRONMENT, stdio: [...stdio] });
      if (filter !== null) closeSync(filter);
      return { child, folder: own };
    },
    ended() {},
  };
}

const optionsOf = (premises: Premises, undone: boolean): ProcessOptions => ({
  engines: hostileEngines(premises, undone),
  memoryBytes: LIMITS.memoryBytes,
  stallMs: 50_000,
  openStallMs: 50_000,
  deadlineMs: 50_000,
  signal: new AbortController().signal,
});

async function attack(
  by: Confinement,
  undone: boolean,
  kind: Attack['kind'],
  bounds: Partial<Pick<ProcessOptions, 'maxWrittenBytes' | 'minFreeBytes' | 'memoryBytes'>> = {
    maxWrittenBytes: 64 * MIB,
  },
): Promise<Record<string, unknown>> {
  const premises = openPremises(folder, by, []);
  const plan: Attack = { kind, secretPath, marker: MARKER, listeners, pid: process.pid, outsideFolder: folder };
  const job = { kind: 'measure', pdfPath, outPath: join(folder, 'out'), attack: plan } as const;
  let report: unknown;
  try {
    await runEngineProcess<'measure'>(job, {
      ...optionsOf(premises, undone),
      ...bounds,
      onEvent: (event: { type: string; value?: unknown }) => {
        if (event.type === 'attacked') report = event.value;
      },
    });
    return report as Record<string, unknown>;
  } finally {
    expect(readdirSync(premises.root).filter((name) => !name.endsWith('.bpf'))).toEqual([]);
    rmSync(premises.root, { recursive: true });
  }
}

const REFUSED = expect.not.stringMatching(/^done/);

test('by JavaScript: no environment, no file outside, no child process', async () => {
  const got = await attack(unconfined('for the test'), false, 'all');
  expect(got).toMatchObject({
    environment: '',
    secret: 'ERR_ACCESS_DENIED',
    passwords: 'ERR_ACCESS_DENIED',
    listing: 'ERR_ACCESS_DENIED',
    written: Array.from({ length: 5 }, () => 'ERR_ACCESS_DENIED'),
    program: 'ERR_ACCESS_DENIED',
    forked: 0,
  });
  expect(got['own']).toMatch(/^done/);
});

whereIsolated('by native code, in the namespaces', () => {
  test('no environment, file, listener, child process or signal is to be had', async () => {
    const got = await attack(confinement, true, 'all');
    expect(got).toMatchObject({
      environment: '',
      secret: 'ENOENT',
      passwords: 'ENOENT',
      listing: 'ENOENT',
      reached: listeners.map(() => REFUSED),
      written: Array.from({ length: 5 }, () => REFUSED),
      program: 'EROFS',
      forked: 0,
    });
    expect(got['signalled']).toEqual((got['signalled'] as unknown[]).map(() => 'ESRCH'));
    expect(got['own']).toMatch(/^done/);
  });

  test('the same attacks succeed without the sandbox, so that they prove something', async () => {
    const got = await attack(unconfined('for the test'), true, 'look');
    expect(got).toMatchObject({ secret: `done: ${MARKER}`, reached: listeners.map(() => 'done: connected') });
    expect(got['environment']).not.toBe('');
    expect(got['forked']).toBe(1_000);
    expect(got['signalled']).toContain('done: true');
  });
});

/** What a process gets by asking the kernel for memory in several ways. */
async function memoryTaken(by: Confinement): Promise<Record<string, string>> {
  await attack(by, true, 'memory');
  const lines = readFileSync(join(folder, 'out'), 'utf8').trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/ (.*)/)));
}

whereIsolated('memory that the limit of data does not count', () => {
  test('is not to be had in the namespaces, while private memory is, up to the limit', async () => {
    const refused = { memfd: 'EPERM', segment: 'EPERM', shared: 'EPERM', zero: 'EPERM', growing: 'EPERM' };
    expect(await memoryTaken(confinement)).toEqual({ ...refused, stack: 'EPERM', private: 'done', much: 'ENOMEM' });
  });

  test('is to be had without the filter, so that this proves something', async () => {
    const done = { memfd: 'done', segment: 'done', shared: 'done', zero: 'done', growing: 'done' };
    expect(await memoryTaken(unconfined('for the test'))).toMatchObject({ ...done, private: 'done', much: 'ENOMEM' });
  });
});

describe.each([
  ['with Node alone', unconfined('for the test')],
  ['in the namespaces', confinement],
])('whatever the process does, the worker goes on: %s', (_, by) => {
  test('a process that fills the disk is ended, and leaves nothing', async () => {
    await expect(attack(by, true, 'fill')).rejects.toMatchObject({ code: 'ENGINE_CRASH', cause: 'memory' });
  });

  test('so is one that hides in a folder without rights', async () => {
    await expect(attack(by, true, 'hide')).rejects.toMatchObject({ code: 'ENGINE_CRASH', cause: 'memory' });
  });

  test('so is one that holds memory which the limit of data does not count', async () => {
    const attacked = attack(by, true, 'protect', { memoryBytes: 64 * MIB });
    await expect(attacked).rejects.toMatchObject({ code: 'ENGINE_CRASH', cause: 'memory' });
  });

  test('so is one that writes to what it has unlinked, when the disk gets full', async () => {
    const { bavail, bsize } = await statfs(folder);
    const minFreeBytes = bavail * bsize - 512 * MIB;
    const attacked = attack(by, true, 'unlink', { minFreeBytes });
    await expect(attacked).rejects.toMatchObject({ code: 'ENGINE_CRASH', cause: 'killed' });
  });

  test('folders that are nested too deep are removed', async () => {
    await attack(by, true, 'deepen');
  });

  test('an event without an end is cut off', async () => {
    await expect(attack(by, true, 'endless')).rejects.toMatchObject({ code: 'ENGINE_CRASH', cause: 'memory' });
  });

  test('so are short ones without an end', async () => {
    await expect(attack(by, true, 'chatter')).rejects.toMatchObject({ code: 'ENGINE_CRASH', cause: 'memory' });
  });

  test('a link in place of a file is not made where system calls are filtered, and nowhere followed', async () => {
    const refusal = by.bubblewrap ? 'ended without an answer (crashed' : 'something else than a file';
    await expect(attack(by, true, 'link')).rejects.toThrow(refusal);
  });
});

test('production without a network of its own has to be wanted', () => {
  const weak = unconfined('bubblewrap is not installed');
  const production = (sandbox: 'isolated' | 'weak') =>
    ({ nodeEnv: 'production', engine: { sandbox } }) as Parameters<typeof requireIsolation>[1];
  expect(() => requireIsolation(weak, production('isolated'))).toThrow(ConfigError);
  expect(() => requireIsolation(weak, production('isolated'))).toThrow('ENGINE_SANDBOX=weak');
  requireIsolation(weak, production('weak'));
  requireIsolation({ ...weak, missing: null }, production('isolated'));
  requireIsolation(weak, { ...production('isolated'), nodeEnv: 'development' });
});
