/** `npm run client-bun`: the TypeScript client in Bun, against the whole service. npx fetches Bun from the registry. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startService } from '../support/service.js';

const BUN = 'bun@1.4.5';
const PDF = 'local/sample/lighthouse.pdf';
const TIMEOUT_MS = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'shelfwright-bun-'));
const service = await startService();
try {
  const session = [join(import.meta.dirname, 'session.js'), service.baseUrl, service.apiKey, PDF];
  const args = ['--yes', BUN, ...session, join(folder, 'archive.tar.gz')];
  const { stdout } = await promisify(execFile)('npx', args, { timeout: TIMEOUT_MS });
  process.stdout.write(stdout);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
