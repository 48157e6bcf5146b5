/** Two releases of the service on the same servers, as during a rollout: processes of the earlier one first. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { EntityManager } from 'typeorm';
import { newPublicId } from '../../entities/ids.js';
import { cookieName } from '../../api/session-cookie.js';
import { makeApiKey } from '../../infra/api-keys.js';
import { makeSessionToken } from '../../infra/session-tokens.js';
import { answers } from '../../local/ports.js';
import { ownDatabase } from '../../test/support/own-database.js';
import { TEST_ENCRYPTION_KEY } from '../../test/support/encryption-key.js';
import { reservedPort } from '../../test/support/run-wide.js';
import { startStorage, startTemporal } from '../../test/support/servers.js';
import { polls, program } from '../../test/support/service.js';

const THIS_BUILD = fileURLToPath(new URL('../..', import.meta.url));
const SET_UP_MS = 300_000;

export type Rollout = Awaited<ReturnType<typeof openRollout>>;

/** Starts empty servers and sets them up by the earlier release, with an account. `stop` ends everything. */
export async function openRollout(earlierBuild: string) {
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-upgrade-'));
  const undo: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const database = await ownDatabase({ migrated: false });
    undo.push(database.stop);
    const objects = await startStorage();
    undo.push(objects.stop);
    // what that release wants there is its own to make
    const temporal = await startTemporal({ prepare: null });
    undo.push(temporal.stop);
    const env = environmentOf({ folder, databaseUrl: database.url, store: objects.config, temporal: temporal.address });
    await setUp(earlierBuild, env);
    const open = async (release: string, build: string) => {
      const port = await reservedPort();
      const baseUrl = `http://127.0.0.1:${port}`;
      const common = { build, folder, env: { ...env, PORT: String(port), PUBLIC_URL: baseUrl } };
      const isReady = (): Promise<boolean> => answers(`${baseUrl}/readyz`);
      const api = program({ ...common, name: 'api', label: `api-${release}`, isReady });
      const worker = program({ ...common, name: 'worker', label: `worker-${release}`, isReady: polls });
      undo.push(
        () => worker.stop(),
        () => api.stop(),
      );
      return { baseUrl, api, worker };
    };
    return {
      database,
      temporal,
      ...(await givenCredentials(database.manager)),
      earlier: await open('earlier', earlierBuild),
      later: await open('later', THIS_BUILD),
      /** As is done before the processes of a release are started. */
      setUp: () => setUp(THIS_BUILD, env),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Servers {
  folder: string;
  databaseUrl: string;
  store: Awaited<ReturnType<typeof startStorage>>['config'];
  /** Its address. */
  temporal: string;
}

function environmentOf({ folder, databaseUrl, store, temporal }: Servers): Record<string, string> {
  return {
    PATH: dirname(process.execPath),
    NODE_ENV: 'test',
    LIMIT_READS_PER_MINUTE: '1000000',
    LIMIT_WRITES_PER_MINUTE: '1000000',
    LIMIT_CREATES_PER_HOUR: '1000000',
    ENGINE_PROCESSES: '1',
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporal,
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
    S3_ISSUER_ACCESS_KEY: store.issuer.accessKey,
    S3_ISSUER_SECRET_KEY: store.issuer.secretKey,
    S3_SIGNER_ACCESS_KEY: store.signer.accessKey,
    S3_SIGNER_SECRET_KEY: store.signer.secretKey,
    ENCRYPTION_KEYS: TEST_ENCRYPTION_KEY,
    MAIL_DIR: join(folder, 'mail'),
    WORK_DIR: join(folder, 'work'),
  };
}

async function setUp(build: string, env: Record<string, string>): Promise<void> {
  await promisify(execFile)(process.execPath, [join(build, 'local/setup.js')], { env, timeout: SET_UP_MS });
}

/** By columns that each release has had, since the database is that of the earlier one. */
async function givenCredentials(manager: EntityManager): Promise<{ apiKey: string; session: string }> {
  const { key: apiKey, name, prefix, keyHash } = { name: 'upgrade', ...makeApiKey() };
  const { token, tokenHash } = makeSessionToken();
  await manager.query(
    `WITH account AS (
       INSERT INTO accounts (public_id, email, name, password_hash) VALUES ($1, 'ada@example.com', 'Ada', '-') RETURNING id
     ), opened AS (
       INSERT INTO sessions (account_id, token_hash, expires_at) SELECT id, $6, now() + interval '1 day' FROM account
     )
     INSERT INTO api_keys (public_id, account_id, name, prefix, key_hash) SELECT $2, id, $3, $4, $5 FROM account`,
    [newPublicId('usr'), newPublicId('key'), name, prefix, keyHash, tokenHash],
  );
  return { apiKey, session: `${cookieName({ nodeEnv: 'test' })}=${token}` };
}
