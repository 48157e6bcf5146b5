/** Before all test files: the folder for what they share. Its cluster is made by the first file that wants one. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLUSTER_FOLDER } from './cluster.js';

export default function setUp(): void {
  process.env[CLUSTER_FOLDER] = mkdtempSync(join(tmpdir(), 'shelfwright-shared-'));
}
