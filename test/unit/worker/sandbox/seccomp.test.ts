/** The filter of system calls, run as the kernel runs it. */
import { expect, test } from '@jest/globals';
import { seccompFilter } from '../../../../worker/sandbox/seccomp.js';

const [LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06];
const ALLOWED = 0x7fff0000;
const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** What the kernel does with a system call: the value that the program returns. */
function verdict(architecture: 'x64' | 'arm64', call: number): number {
  const filter = seccompFilter('refused', architecture)!;
  const data = new Map([
    [0, call],
    [4, AUDIT[architecture]],
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
  const eperm = 0x00050001;
  expect([verdict('x64', x64), verdict('arm64', arm64)]).toEqual([eperm, eperm]);
});

test('plain memory is allowed', () => {
  const mmap = { x64: 9, arm64: 222 };
  expect([verdict('x64', mmap.x64), verdict('arm64', mmap.arm64)]).toEqual([ALLOWED, ALLOWED]);
});
