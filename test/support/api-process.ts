/** The api as the process that it is in production: for memory, signals and ports. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reservedPort } from './run-wide.js';
import type { S3Config } from '../../infra/config.js';
import { TEST_ENCRYPTION_KEY } from './encryption-key.js';
import { until } from './until.js';

const ENTRY = join(import.meta.dirname, '../../api/main.js');

export interface ApiProcess {
  url: string;
  port: number;
  child: ChildProcess;
  /** What it has logged so far. */
  output: () => string;
  /** Its resident memory. */
  residentBytes: () => number;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
  kill(): Promise<void>;
}

export interface ApiProcessOptions {
  databaseUrl: string;
  s3: Pick<S3Config, 'endpoint' | 'bucket' | 'accessKey' | 'secretKey'>;
  /** host:port; where nothing listens unless a test has one. */
  temporalAddress?: string;
  port?: number;
  env?: Record<string, string>;
}

/** Starts the process; `listening` waits until it answers. */
export async function startApiProcess(options: ApiProcessOptions): Promise<ApiProcess> {
  const { databaseUrl, s3, temporalAddress = '127.0.0.1:1', env = {} } = options;
  const port = options.port ?? (await reservedPort());
  const child = spawn(process.execPath, ['--enable-source-maps', ENTRY], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
      ENCRYPTION_KEYS: TEST_ENCRYPTION_KEY,
      MAIL_DIR: '/nonexistent',
      LIMIT_CREATES_PER_HOUR: '1000',
      LIMIT_WRITES_PER_MINUTE: '1000',
      LIMIT_READS_PER_MINUTE: '100000',
      ...env,
    },
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => lines.push(text.toString()));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    child,
    output: () => lines.join(''),
    residentBytes: () => {
      const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Number(kib) * 1024;
    },
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export async function listening({ url, output }: ApiProcess): Promise<void> {
  const answers = () =>
    fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
  await until(answers, `the api answers; it said: ${output()}`, 100_000);
}
