/** The filter that clients reach of the object store, as a process of its own. */
import { join } from 'node:path';
import { answers } from '../../local/ports.js';
import { startProcess, type RunningProcess } from '../../local/processes.js';

const FILTER = join(import.meta.dirname, '../../api/store-filter/main.js');

interface FilterOptions {
  /** Of the store behind it. */
  endpoint: string;
  bucket: string;
  port: number;
  logPath: string;
}

export function startFilter({ endpoint, bucket, port, logPath }: FilterOptions): Promise<RunningProcess> {
  return startProcess({
    name: 'store-filter',
    command: process.execPath,
    args: ['--enable-source-maps', FILTER],
    env: { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, PORT: String(port) },
    logPath,
    isReady: () => answers(`http://127.0.0.1:${port}/readyz`),
    readyTimeoutMs: 120_000,
  });
}
