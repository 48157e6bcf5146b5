import { rmSync } from 'node:fs';
import { CLUSTER_FOLDER } from './cluster.js';
import { endSharedServers } from './shared-servers.js';

export default async function tearDown(): Promise<void> {
  await endSharedServers();
  const folder = process.env[CLUSTER_FOLDER];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
