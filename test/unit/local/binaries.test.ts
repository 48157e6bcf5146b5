import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { locate, type Program, type Way } from '../../../local/binaries.js';
import { installOnce } from '../../../local/cache.js';
import { identityOf } from '../../../local/identity.js';

let folder = '';
const before = { ...process.env };
const quiet = () => {};
const watch = { report: quiet };

function executable(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}

function failing(name: string): Way {
  return { name, folder: `tool-${name}`, get: () => Promise.reject(new Error(`${name} is not here`)) };
}

function working(name: string): Way {
  return { name, folder: `tool-${name}`, get: async (into) => void executable(join(into, 'tool')) };
}

function program(...ways: Way[]): Program {
  return { title: 'Tool', variable: 'TOOL_BINARY', onPath: 'tool', file: 'tool', ways, help: 'Install it.' };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shelfwright-binaries-'));
  process.env.XDG_CACHE_HOME = join(folder, 'cache');
  process.env.PATH = join(folder, 'bin');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  process.env = { ...before };
});

const cached = (name: string) => join(folder, 'cache', 'shelfwright', `tool-${name}`, 'tool');

describe('a server program', () => {
  test('is the configured one before any other', async () => {
    executable(join(folder, 'bin', 'tool'));
    const mine = executable(join(folder, 'mine'));
    await expect(locate(program(), mine, watch)).resolves.toBe(mine);
  });

  test('is refused by the name of its variable when the configured one cannot be run', async () => {
    writeFileSync(join(folder, 'plain'), '');
    await expect(locate(program(), join(folder, 'plain'), watch)).rejects.toThrow(
      /TOOL_BINARY: .*plain is not a program/,
    );
  });

  test('is the one on the PATH before a cached one, and a folder or plain file there does not count', async () => {
    executable(cached('build'));
    mkdirSync(join(folder, 'bin', 'tool'), { recursive: true });
    await expect(locate(program(working('build')), undefined, watch)).resolves.toBe(cached('build'));
    rmSync(join(folder, 'bin', 'tool'), { recursive: true });
    const onPath = executable(join(folder, 'bin', 'tool'));
    await expect(locate(program(working('build')), undefined, watch)).resolves.toBe(onPath);
  });

  test('is a cached one of any way before anything is downloaded', async () => {
    executable(cached('build'));
    await expect(locate(program(working('download'), working('build')), undefined, watch)).resolves.toBe(
      cached('build'),
    );
    expect(existsSync(cached('download'))).toBe(false);
  });

  test('is built when the download fails, and is found in the cache afterwards', async () => {
    const both = program(failing('download'), working('build'));
    await expect(locate(both, undefined, watch)).resolves.toBe(cached('build'));
    await expect(locate(program(failing('download'), { ...failing('build') }), undefined, watch)).resolves.toBe(
      cached('build'),
    );
  });

  test('that cannot be had is reported with every way that was tried and what to do', async () => {
    const message = await locate(program(failing('download'), failing('build')), undefined, watch).catch(
      (error: Error) => error.message,
    );
    for (const part of [
      'TOOL_BINARY: not set',
      'PATH: no "tool"',
      'download is not here',
      'build is not here',
      'Install it.',
    ]) {
      expect(message).toContain(part);
    }
    expect(readdirSync(join(folder, 'cache', 'shelfwright'))).toEqual([]);
  });
});

describe('an install', () => {
  const target = () => join(folder, 'cache', 'thing-1');

  test('is done once when two ask at the same time', async () => {
    let fills = 0;
    const fill = async (into: string) => {
      fills += 1;
      writeFileSync(join(into, 'file'), 'whole');
    };
    await Promise.all([installOnce(target(), fill, quiet), installOnce(target(), fill, quiet)]);
    expect(fills).toBe(1);
    expect(readFileSync(join(target(), 'file'), 'utf8')).toBe('whole');
    expect(readdirSync(join(folder, 'cache'))).toEqual(['thing-1']);
  });

  test('that fails leaves nothing behind, and the next may try', async () => {
    await expect(installOnce(target(), () => Promise.reject(new Error('no')), quiet)).rejects.toThrow('no');
    expect(readdirSync(join(folder, 'cache'))).toEqual([]);
    await installOnce(target(), async (into) => writeFileSync(join(into, 'file'), ''), quiet);
    expect(existsSync(join(target(), 'file'))).toBe(true);
  });

  test('takes over from a process that was killed, and removes its half-made folder', async () => {
    mkdirSync(`${target()}.4711.tmp`, { recursive: true });
    const dead = { ...identityOf(process.pid), started: 'long ago' };
    writeFileSync(`${target()}.lock`, JSON.stringify(dead));
    await installOnce(target(), async (into) => writeFileSync(join(into, 'file'), ''), quiet);
    expect(readdirSync(join(folder, 'cache'))).toEqual(['thing-1']);
  });
});
