/** The api over a real database and object store, with a Temporal that only notes what is started. */
import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pack } from 'tar-stream';
import { buffer } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import { buildApp } from '../../api/app.js';
import type { Deps } from '../../api/deps.js';
import type { Workflows } from '../../api/workflows.js';
import { cookieName } from '../../api/session-cookie.js';
import { ServiceError } from '../../contract/errors.js';
import type { Account } from '../../entities/account.js';
import { newPublicId } from '../../entities/ids.js';
import { claimUpload } from '../../entities/queries/claims.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { recordStep } from '../../entities/queries/runs.js';
import { SESSION_LIFETIME } from '../../entities/queries/sessions.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { Shelf } from '../../entities/shelf.js';
import type { Config } from '../../infra/config.js';
import { createLogger } from '../../infra/logger.js';
import { createDownloader } from '../../infra/outbound/download.js';
import { createSealer } from '../../infra/sealing.js';
import { createStorage, type Storage, type StorageOptions } from '../../infra/storage.js';
import { TASK_QUEUES } from '../../workflows/messages.js';
import { freshBucket } from './bucket.js';
import { migratedDatabase, type TestDatabase } from './database.js';
import { TEST_ENCRYPTION_KEY } from './encryption-key.js';
import { givenAccount, givenApiKey, givenSession, givenShelf, publicationOf } from './rows.js';
import { wireChecker } from './wire.js';

export const PUBLIC_URL = 'http://shelves.test:8080';
const PLENTY = 1_000_000;
const PUTS_AT_ONCE = 16;

/** What was asked of Temporal, in order. */
export type Started = ['shelf' | 'delete' | 'mail' | 'delivery' | 'recovery' | 'approve' | 'regenerate', unknown];

export interface TestApp {
  app: FastifyInstance;
  database: TestDatabase;
  storage: Storage;
  started: Started[];
  /** Lines of the log. */
  logged: string[];
  /** Sends a request; the reply is checked against the schema that the interface states for it. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** The same with the account's key. */
  as(key: string): (options: InjectOptions) => Promise<LightMyRequestResponse>;
  /** The same with a new session of the account, as the service's own pages send it. */
  withSession(account: Account): Promise<(options: InjectOptions) => Promise<LightMyRequestResponse>>;
  /** An account with a key. */
  user(): Promise<{ account: Account; key: string }>;
  /** What the api works with. */
  deps: Omit<Deps, 'metrics'>;
  /** A second api over the same servers; who asks for it closes it. */
  anotherInstance(): Promise<FastifyInstance>;
  stop(): Promise<void>;
}

export interface TestAppOptions {
  limits?: Partial<Config['limits']>;
  quotas?: Partial<Config['quotas']>;
  disk?: Partial<Config['disk']>;
  webAppTemporalLinks?: boolean;
  ping?: Workflows['ping'];
  /** What Temporal is to do in place of noting. */
  workflows?: Partial<Workflows>;
  trustedProxies?: string;
  nodeEnv?: Config['nodeEnv'];
  publicUrl?: string;
  /** Of the object store's configuration. */
  s3?: Partial<Config['s3']>;
  storage?: StorageOptions;
  /** One of a server of its own; it is stopped with the api. */
  database?: TestDatabase;
}

export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { limits = {}, ping, workflows, trustedProxies, nodeEnv = 'test', publicUrl = PUBLIC_URL, s3 } = options;
  const database = options.database ?? (await migratedDatabase());
  const bucket = await freshBucket();
  const storage = createStorage({ ...bucket.config, ...s3 }, undefined, options.storage);
  await storage.ensureBucket();
  const started: Started[] = [];
  const logged: string[] = [];
  const config = {
    quotas: { storageBytes: null, shelves: null, pages: null, runs: null, ...options.quotas },
    disk: { floorBytes: 0, paths: [], ...options.disk },
    nodeEnv,
    publicUrl,
    shutdownDrainMs: 0,
    trustedProxies: trustedProxies ?? null,
    sessions: SESSION_LIFETIME,
    metrics: { token: null, port: null },
    temporal: { address: '127.0.0.1:1', namespace: 'default' },
    temporalUiUrl: 'https://temporal.example',
    webAppTemporalLinks: options.webAppTemporalLinks ?? false,
    engine: { recognition: { languages: 'eng+deu+fra' } },
    limits: {
      createsPerHour: PLENTY,
      readsPerMinute: PLENTY,
      writesPerMinute: PLENTY,
      picturesPerMinute: PLENTY,
      pingsPerMinute: PLENTY,
      streams: 10,
      authPer15Minutes: PLENTY,
      ...limits,
    },
  };
  const deps: Omit<Deps, 'metrics'> = {
    dataSource: database.dataSource,
    storage,
    sealer: createSealer([TEST_ENCRYPTION_KEY]),
    download: createDownloader({ production: nodeEnv === 'production' }),
    workflows: { ...notingWorkflows(started, ping), ...workflows },
    log: createLogger({ level: 'info', name: 'api', destination: { write: (line) => void logged.push(line) } }),
    config,
  };
  const build = () => buildApp({ ...deps, metrics: new Registry() });
  const app = await build();
  const check = wireChecker(app);
  const request = async (options: InjectOptions) => {
    const response = await app.inject(options);
    check(options, response);
    return response;
  };
  return {
    app,
    database,
    storage,
    started,
    logged,
    request,
    as: (key) => (options) => request({ ...options, headers: { authorization: `Bearer ${key}`, ...options.headers } }),
    async withSession({ id }) {
      const cookie = `${cookieName(config)}=${await givenSession(database.manager, id)}`;
      return (options) => request({ ...options, headers: { cookie, origin: PUBLIC_URL, ...options.headers } });
    },
    async user() {
      const account = await givenAccount(database.manager);
      return { account, key: await givenApiKey(database.manager, account.id) };
    },
    deps,
    anotherInstance: build,
    async stop() {
      await app.close();
      storage.close();
      await database.stop();
    },
  };
}

/** Takes every start, and no Update: as with Temporal up and no worker. */
function notingWorkflows(started: Started[], ping: Workflows['ping'] = () => Promise.resolve()): Workflows {
  const note = (kind: Started[0]) => (input: unknown) => {
    started.push([kind, input]);
    return Promise.resolve();
  };
  const untaken = (kind: Started[0]) => async (target: unknown) => {
    started.push([kind, target]);
    return { outcome: 'not_taken' } as const;
  };
  return {
    startShelf: note('shelf'),
    startDelete: note('delete'),
    startMail: note('mail'),
    startDelivery: note('delivery'),
    startRecovery: (input) => note('recovery')(input).then(() => true),
    approve: untaken('approve'),
    regenerate: untaken('regenerate'),
    earlier: () => Promise.resolve(null),
    // as with no worker that draws
    viewPage: () => Promise.reject(new ServiceError('SERVICE_UNAVAILABLE')),
    ping,
    polls: async () =>
      Object.values(TASK_QUEUES).map((queue) => ({ queue, state: 'idle', workers: 0, lastPollAt: null })),
  };
}

export const TREE = {
  'README.md': '# Report\n\n- [Introduction](01-introduction.md)\n',
  '01-introduction.md': '---\ntitle: Introduction\n---\nGrüße\n',
  '02-part/01-what & why?.md': '# What\n',
  'metadata.json': '{"title":"Report"}\n',
  'notes.txt': 'plain\n',
};

type Stores = Pick<TestApp, 'database' | 'storage'>;

/** A shelf in `ready` whose files and archive are in the object store. */
export async function givenReadyShelf(
  stores: Stores,
  account: Account,
  files: Record<string, string> = TREE,
): Promise<Shelf> {
  const { manager } = stores.database;
  const shelf = await givenShelf(manager, account.id);
  await publishFiles(stores, account, { shelf, files });
  return manager.findOneByOrFail(Shelf, { id: shelf.id });
}

/** A shelf in `review` whose draft is in the object store. */
export async function givenShelfInReview(
  stores: Stores,
  account: Account,
  files: Record<string, string> = TREE,
): Promise<Shelf> {
  const { manager } = stores.database;
  const shelf = await givenShelf(manager, account.id, { reviewMode: true });
  await publishFiles(stores, account, { shelf, files });
  return manager.findOneByOrFail(Shelf, { id: shelf.id });
}

/** The next draft of a shelf whose draft was given up. */
export async function givenDraft(
  stores: Stores,
  account: Account,
  { shelf, files }: { shelf: Shelf; files: Record<string, string> },
): Promise<void> {
  const { manager } = stores.database;
  await publishFiles(stores, account, { shelf: await manager.findOneByOrFail(Shelf, { id: shelf.id }), files });
}

/** A further version of a shelf in `ready`, of a new PDF; answers the shelf as it is then. */
export async function givenNextVersion(
  stores: Stores,
  account: Account,
  { shelf, files }: { shelf: Shelf; files: Record<string, string> },
): Promise<Shelf> {
  const { manager } = stores.database;
  const objectKey = `users/${account.publicId}/uploads/${randomUUID()}.pdf`;
  const file = { accountId: account.id, objectKey, fileName: 'next.pdf', mimeType: 'application/pdf' };
  const { id: uploadId } = await createUpload(manager, file);
  const key = { accountId: account.id, publicId: shelf.publicId, requestId: null };
  const claim = await claimUpload(manager, { ...key, uploadId, stored: { sizeBytes: 9, sha256: hash(objectKey) } });
  if (claim.outcome !== 'claimed') throw new Error(`no upload is taken: ${claim.outcome}`);
  await publishFiles(stores, account, { shelf: claim.shelf, files });
  return manager.findOneByOrFail(Shelf, { id: shelf.id });
}

/** What the latest run of a shelf in work makes of it. */
async function publishFiles(
  { database: { manager }, storage }: Stores,
  account: Account,
  { shelf, files }: { shelf: Shelf; files: Record<string, string> },
): Promise<void> {
  const run = { publicId: shelf.publicId, run: shelf.run };
  for (const status of ['parsing', 'structuring', 'verifying'] as const) await recordStep(manager, { ...run, status });
  const publicId = newPublicId('ver');
  const prefix = `users/${account.publicId}/shelves/${shelf.publicId}/files/${publicId}/`;
  const archive = gzipSync(await tar(files));
  const key = `users/${account.publicId}/shelves/${shelf.publicId}/archives/${publicId}.tar.gz`;
  await storage.put(key, archive, 'application/gzip');
  const entries = Object.entries(files);
  for (let from = 0; from < entries.length; from += PUTS_AT_ONCE) {
    const some = entries.slice(from, from + PUTS_AT_ONCE);
    await Promise.all(some.map(([path, text]) => storage.put(`${prefix}${path}`, text, 'text/plain')));
  }
  await publishVersion(
    manager,
    publicationOf(shelf, {
      publicId,
      prefix,
      pageCount: 12,
      files: entries.map(([path, text]) => ({ path, sizeBytes: Buffer.byteLength(text), sha256: hash(text) })),
      archive: {
        key,
        sha256: hash(archive),
        sizeBytes: archive.length,
        builtAt: new Date('2026-01-02T03:04:05.678Z'),
      },
    }),
  );
}

export function hash(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

async function tar(files: Record<string, string>): Promise<Buffer> {
  const packer = pack();
  const packed = buffer(packer);
  for (const [name, text] of Object.entries(files)) packer.entry({ name, mode: 0o644 }, text);
  packer.finalize();
  return packed;
}
