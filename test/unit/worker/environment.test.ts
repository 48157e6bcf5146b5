import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const HIDING = new URL('../../../worker/sandbox/environment.js', import.meta.url).href;
const MAIN = new URL('../../../worker/main.js', import.meta.url);
const whereProc = process.platform === 'linux' ? test : test.skip;

whereProc('a worker knows its secrets, and what others can read of it does not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'environment-'));
  try {
    const script = join(folder, 'script.mjs');
    await writeFile(
      script,
      `import '${HIDING}';\nconsole.log(process.env.S3_SECRET_KEY); setInterval(() => {}, 1000);`,
    );
    const env = { PATH: process.env['PATH'] ?? '', TMPDIR: folder, S3_SECRET_KEY: 'not for others' };
    const child = spawn(process.execPath, ['--enable-source-maps', script, 'argument'], { env, stdio: 'pipe' });
    const gone = once(child, 'exit');
    try {
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      expect(said.toString().trim()).toBe('not for others');
      const seen = readFileSync(`/proc/${child.pid}/environ`, 'utf8');
      expect(seen).toContain('PATH=');
      expect(seen).not.toContain('not for others');
      const command = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0');
      expect(command.slice(1, 4)).toEqual(['--enable-source-maps', script, 'argument']);
      expect(await readdir(folder)).toEqual(['script.mjs']);
    } finally {
      child.kill('SIGKILL');
      await gone;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('until it has replaced itself a worker loads no other module of its own: it would load all of them twice', () => {
  const imported = readFileSync(MAIN, 'utf8').matchAll(/^import .*'(.+)';$/gm);
  expect(Array.from(imported, ([, name]) => name)).toEqual(['./sandbox/environment.js']);
});
