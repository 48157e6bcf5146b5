/** What a process and all that it started hold in memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { residentBytes } from '../../../worker/resident-memory.js';

const MIB = 1024 ** 2;
const HELD = `const held = Buffer.alloc(${64 * MIB}, 1); console.log(held.length); setInterval(() => held, 1e6);`;

test('of a process that was started by another, all that both hold counts', async () => {
  // the shell stays, as it has more to do
  const shell = spawn('/bin/sh', ['-c', '"$@"; true', 'sh', process.execPath, '-e', HELD], { detached: true });
  try {
    await once(shell.stdout, 'data');
    const bytes = await residentBytes(shell.pid!);
    expect(bytes).toBeGreaterThan(64 * MIB);
    expect(bytes).toBeLessThan(256 * MIB);
  } finally {
    process.kill(-shell.pid!, 'SIGKILL');
  }
});

test('of no process it cannot be told', async () => {
  await expect(residentBytes(NaN)).rejects.toMatchObject({ code: 'ENOENT' });
});
