/** Before all test files: the folder and the servers that they share. Each is made when the first file wants it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLUSTER_FOLDER } from './cluster.js';
import { shareServers } from './shared-servers.js';

export default async function setUp(): Promise<void> {
  process.env[CLUSTER_FOLDER] = mkdtempSync(join(tmpdir(), 'shelfwright-shared-'));
  await shareServers();
}
