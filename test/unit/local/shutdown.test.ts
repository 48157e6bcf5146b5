/** What Ctrl-C is: one signal, or the two that a process gets whose npm hands on what the terminal gave to both. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { until } from '../../support/until.js';

const SHUTDOWN = join(import.meta.dirname, '../../../local/shutdown.js');
const WAITING = `
  import { onStopSignals } from ${JSON.stringify(SHUTDOWN)};
  onStopSignals(() => console.log('stops'), () => { console.log('kills'); process.exit(130); });
  setTimeout(() => process.exit(1), 60_000);
  console.log('waits');
`;

test('two signals at once are one Ctrl-C, a later one is the second', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WAITING], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  await until(() => said.includes('waits'), 'the start');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  await until(() => said.includes('stops'), 'the first');
  await pause(1_500);
  expect(said).toBe('waits\nstops\n');
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(said).toBe('waits\nstops\nkills\n');
});
