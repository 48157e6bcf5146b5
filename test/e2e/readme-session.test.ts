/** The session that the README points to, as a new user runs it, against the whole service. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type Service } from '../support/service.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

let service: Service;
beforeAll(async () => {
  service = await startService();
}, 120_000);
afterAll(() => service?.stop(), 60_000);

test('docs/sessions/review.sh meets no surprise: review, approval, versions, a second PDF, download', async () => {
  const { stdout, stderr } = await run('sh', [join('docs', 'sessions', 'review.sh')], {
    cwd: root,
    timeout: 150_000,
    env: {
      PATH: process.env['PATH'] ?? '',
      BASE_URL: service.baseUrl,
      MAIL_DIR: service.mailDir,
      DATABASE_URL: service.database.url,
      ADMIN: `${process.execPath} ${join('dist', 'admin', 'main.js')}`,
    },
  }).catch((error: unknown) => error as { stdout: string; stderr: string });
  expect({ stderr, end: stdout.trimEnd().split('\n').at(-1), stdout }).toMatchObject({
    stderr: '',
    end: 'All as expected.',
  });
  // what is shown can be pasted anywhere
  expect(stdout).not.toMatch(/sk_live_|correct horse/);
}, 180_000);
