import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runEngineProcess, type ProcessOptions } from '../../../worker/engine-process.js';
import { createJobFolder } from '../../../worker/sandbox/job-folder.js';

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

const STDIO = ['pipe', 'ignore', 'pipe', 'pipe'] as const;
const start = (command: string, ...args: string[]): ChildProcess =>
  spawn(command, args, { detached: true, stdio: [...STDIO] });

/** Gives a job to a process that is no engine. */
function run(begin: () => ChildProcess, times: Partial<ProcessOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'engine-process-'));
  const pdfPath = join(root, 'some.pdf');
  writeFileSync(pdfPath, '');
  const ends: string[] = [];
  const done = runEngineProcess(
    { kind: 'inspect', pdfPath },
    {
      engines: {
        take: () => ({ child: begin(), folder: createJobFolder(root) }),
        ended: (how) => void ends.push(how),
      },
      memoryBytes: 1024 ** 3,
      stallMs: 60_000,
      openStallMs: 60_000,
      deadlineMs: 60_000,
      signal: new AbortController().signal,
      ...times,
    },
  );
  return { done, ends };
}

test('what is heard of a process after its end starts no count that would kill another by its pid', async () => {
  const child = start('/nowhere/engine');
  const before = timers();
  await expect(run(() => child).done).rejects.toMatchObject({ code: 'ENGINE_NOT_STARTED' });
  child.stdin!.emit('error', new Error('write EPIPE'));
  expect(timers()).toBe(before);
});

test.each<[string, () => ChildProcess, object]>([
  ['there is no such program', () => start('/nowhere/engine'), { message: /ENOENT/ }],
  ['it breaks', () => start('/bin/sh', '-c', 'echo no module >&2; exit 1'), { message: /crashed, exit 1.*no module/ }],
  [
    'it runs out of memory',
    () => start('/bin/sh', '-c', 'echo bad_alloc >&2; exit 1'),
    { cause: 'memory', message: /did not start/ },
  ],
])('a process that has never been ready says nothing about the document: %s', async (_, begin, expected) => {
  const { done, ends } = run(begin);
  const { message, ...rest } = expected as { message: RegExp };
  await expect(done).rejects.toMatchObject({
    name: 'EngineNotStarted',
    message: expect.stringMatching(message),
    ...rest,
  });
  expect(ends).toEqual(['unstarted']);
});

test('nor does one that hangs, unless less time is left than it may take to start', async () => {
  const sleeps = () => start('/bin/sleep', '600');
  const hung = run(sleeps, { openStallMs: 200 });
  await expect(hung.done).rejects.toMatchObject({ code: 'ENGINE_NOT_STARTED', cause: 'stalled' });
  const late = run(sleeps, { deadlineMs: 200 });
  await expect(late.done).rejects.toMatchObject({ code: 'ENGINE_CRASH', cause: 'stalled' });
});

test('one that is killed from outside before it is ready is started again, three times in all', async () => {
  const { done, ends } = run(() => start('/bin/sh', '-c', 'kill -KILL $$'));
  await expect(done).rejects.toMatchObject({ code: 'ENGINE_NOT_STARTED', cause: 'killed' });
  expect(ends).toEqual(['unstarted', 'unstarted', 'unstarted']);
});

test('once it was ready a crash is one of the job', async () => {
  const { done, ends } = run(() => start('/bin/sh', '-c', `echo '{"type":"ready"}' >&3; cat > /dev/null; exit 1`));
  await expect(done).rejects.toMatchObject({ code: 'ENGINE_CRASH', cause: 'crashed' });
  expect(ends).toEqual(['crashed']);
});
