/** The filter of system calls, run as the kernel runs it. */
import { expect, test } from '@jest/globals';
import { seccompFilter } from '../../../../worker/sandbox/seccomp.js';

const [LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06];
const ALLOWED = 0x7fff0000;
const EPERM = 0x00050001;
const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** What the kernel does with a system call: the value that the program returns. */
function verdict(architecture: 'x64' | 'arm64', call: number, args: readonly number[] = []): number {
  const filter = seccompFilter('refused', architecture)!;
  const data = new Map([
    [0, call],
    [4, AUDIT[architecture]],
    ...args.map((value, at) => [16 + 8 * at, value] as const),
  ]);
  let loaded = 0;
  for (let at = 0; ; at += 1) {
    const code = filter.readUInt16LE(at * 8);
    const value = filter.readUInt32LE(at * 8 + 4);
    if (code === RETURN) return value;
    if (code === LOAD) {
      loaded = data.get(value) ?? 0;
      continue;
    }
    const holds = {
      [EQUAL]: loaded === value,
      [AT_LEAST]: loaded >= value,
      [ANY_BIT]: (loaded & value) !== 0,
    }[code];
    at += filter.readUInt8(at * 8 + (holds ? 2 : 3));
  }
}

test.each([
  ['memfd_create', 319, 279],
  ['memfd_secret', 447, 447],
  ['shmget', 29, 194],
  ['shmat', 30, 196],
  ['msgget', 68, 186],
  ['mq_open', 240, 180],
  ['socket', 41, 198],
])('memory beside the limit of the process, and the network, are refused: %s', (_, x64, arm64) => {
  expect([verdict('x64', x64), verdict('arm64', arm64)]).toEqual([EPERM, EPERM]);
});

test('no symbolic link can be made, which a path that Node has checked would follow', () => {
  const [symlink, symlinkat] = [88, 266];
  expect([symlink, symlinkat].map((call) => verdict('x64', call))).toEqual([EPERM, EPERM]);
  expect(verdict('arm64', 36)).toBe(EPERM); // symlinkat: it has no symlink
});

const [SHARED, PRIVATE, SHARED_VALIDATE, GROWS_DOWN] = [0x01, 0x02, 0x03, 0x100];
const [FIXED, ANONYMOUS, NO_RESERVE, STACK] = [0x10, 0x20, 0x4000, 0x20000];

test.each([
  ['private memory', PRIVATE | ANONYMOUS | NO_RESERVE, ALLOWED],
  ['the stack of a thread', PRIVATE | ANONYMOUS | STACK, ALLOWED],
  ['a library', PRIVATE | FIXED, ALLOWED],
  ['shared memory', SHARED | ANONYMOUS, EPERM],
  ['a shared file, which may be /dev/zero', SHARED, EPERM],
  ['a shared file, with flags that are checked', SHARED_VALIDATE, EPERM],
  ['memory that grows like a stack', PRIVATE | ANONYMOUS | GROWS_DOWN, EPERM],
])('of memory only what the limit of the process counts is mapped: %s', (_, flags, expected) => {
  const args = [0, 4096, 3, flags];
  expect([verdict('x64', 9, args), verdict('arm64', 222, args)]).toEqual([expected, expected]);
});

const [THREAD, PROCESS] = [0x003d0f00, 0x01200011];

test.each([
  ['threads', THREAD, ALLOWED],
  ['processes', PROCESS, EPERM],
])('clone still gives threads alone: %s', (_, flags, expected) =>
  expect([verdict('x64', 56, [flags]), verdict('arm64', 220, [flags])]).toEqual([expected, expected]),
);
