/** Before all test files: the folder and the servers that they share. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLUSTER_FOLDER } from './cluster.js';
import tearDown from './global-teardown.js';
import { sharedServer } from './run-wide.js';
import { shareServers, type SharedServers } from './shared-servers.js';

export default async function setUp(): Promise<void> {
  // jest by itself would end at once, and leave them all behind
  process.once('SIGTERM', () => void tearDown().finally(() => process.kill(process.pid, 'SIGTERM')));
  process.env[CLUSTER_FOLDER] = mkdtempSync(join(tmpdir(), 'shelfwright-shared-'));
  await shareServers();
  // Of a lane that is known to need them (scripts/lanes.mjs): no test's time-out runs meanwhile.
  const ahead = process.env['TEST_SERVERS_AHEAD']?.split(',') ?? [];
  for (const name of ahead) await sharedServer(name as keyof SharedServers);
}
