/** The sessions that the README points to, as a new user runs them, against the whole service. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

let service: Service;
beforeAll(async () => {
  service = await startService();
}, START_MS);
afterAll(() => service?.stop(), STOP_MS);

/** Runs a script of docs/sessions, whose last line says that nothing surprised it; answers what it has shown. */
async function runSession(name: string, env: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await run('sh', [join('docs', 'sessions', name)], {
    cwd: root,
    timeout: 270_000,
    env: { PATH: process.env['PATH'] ?? '', BASE_URL: service.baseUrl, ...env },
  }).catch((error: unknown) => error as { stdout: string; stderr: string });
  expect({ stderr, end: stdout.trimEnd().split('\n').at(-1), stdout }).toMatchObject({
    stderr: '',
    end: 'All as expected.',
  });
  return stdout;
}

test('docs/sessions/review.sh meets no surprise: review, approval, versions, a second PDF, download', async () => {
  const shown = await runSession('review.sh', {
    MAIL_DIR: service.mailDir,
    DATABASE_URL: service.database.url,
    ADMIN: `${process.execPath} ${join('dist', 'admin', 'main.js')}`,
  });
  // what is shown can be pasted anywhere
  expect(shown).not.toMatch(/sk_live_|correct horse/);
}, 300_000);

test('docs/sessions/webhooks.sh meets no surprise: ping, event, history, rotation, retry, recovery, end', async () => {
  const shown = await runSession('webhooks.sh', { KEY: service.apiKey, NODE: process.execPath });
  expect(shown).not.toMatch(/sk_live_|whsec_/);
  expect(shown).not.toContain('NOT SIGNED');
}, 300_000);
