/** The embedded S3 server: MinIO on one plain folder. Only its plain S3 and STS AssumeRole are used. */
import { mkdirSync } from 'node:fs';
import { answers } from './ports.js';
import { startProcess, type OnSpawn, type RunningProcess } from './processes.js';

export type ObjectStoreOptions = {
  binary: string;
  dataDir: string;
  port: number;
  accessKey: string;
  secretKey: string;
  logPath: string;
  detached?: boolean;
  onSpawn?: OnSpawn;
};

export type ObjectStore = RunningProcess & { endpoint: string };

export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const endpoint = `http://127.0.0.1:${options.port}`;
  const running = await startProcess({
    name: 'S3 server',
    command: options.binary,
    args: ['server', '--quiet', '--address', `127.0.0.1:${options.port}`, options.dataDir],
    env: {
      ...process.env,
      MINIO_ROOT_USER: options.accessKey,
      MINIO_ROOT_PASSWORD: options.secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    },
    logPath: options.logPath,
    detached: options.detached ?? false,
    ...(options.onSpawn && { onSpawn: options.onSpawn }),
    // not `ready`, which is 200 from the start and while the buckets are still being loaded
    isReady: () => answers(`${endpoint}/minio/health/cluster`),
    readyTimeoutMs: 60_000,
  });
  return { ...running, endpoint };
}
