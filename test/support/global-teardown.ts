import { rmSync } from 'node:fs';
import { CLUSTER_FOLDER } from './cluster.js';

export default function tearDown(): void {
  const folder = process.env[CLUSTER_FOLDER];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
