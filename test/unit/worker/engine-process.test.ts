import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runEngineProcess } from '../../../worker/engine-process.js';
import { createJobFolder } from '../../../worker/sandbox/job-folder.js';

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('what is heard of a process after its end starts no count that would kill another by its pid', async () => {
  const child = spawn('/nowhere/engine', { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  const folder = createJobFolder(mkdtempSync(join(tmpdir(), 'engine-process-')));
  const pdfPath = join(folder.in, 'some.pdf');
  writeFileSync(pdfPath, '');
  const before = timers();
  const run = runEngineProcess(
    { kind: 'inspect', pdfPath },
    {
      engines: { take: () => ({ child, folder }), ended: () => {} },
      memoryBytes: 1024 ** 3,
      stallMs: 60_000,
      openStallMs: 60_000,
      deadlineMs: 60_000,
      signal: new AbortController().signal,
    },
  );
  await expect(run).rejects.toMatchObject({ code: 'ENOENT' });
  child.stdin!.emit('error', new Error('write EPIPE'));
  expect(timers()).toBe(before);
});
