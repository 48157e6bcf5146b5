/** Activities over a real database and object store, run as a worker runs them but without Temporal. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createActivities, type Activities, type DocumentEngine } from '../../activities/index.js';
import type { Repair } from '../../activities/deps.js';
import { createScratch } from '../../activities/scratch.js';
import type { Account } from '../../entities/account.js';
import { createShelf, type NewShelf } from '../../entities/queries/shelves.js';
import { createUpload } from '../../entities/queries/uploads.js';
import type { Shelf } from '../../entities/shelf.js';
import { createOutbound } from '../../infra/outbound/outbound.js';
import { createSealer } from '../../infra/sealing.js';
import { createStorage, type Storage } from '../../infra/storage.js';
import type { Temporal } from '../../infra/temporal.js';
import type { Mailer, OutgoingMail } from '../../infra/mailer.js';
import { TEST_ENCRYPTION_KEY } from './encryption-key.js';
import { freshBucket } from './bucket.js';
import { migratedDatabase } from './database.js';
import { givenAccount } from './rows.js';

export const HOUR_MS = 3_600_000;

export interface ActivityTestOptions {
  engine?: DocumentEngine;
  temporal?: Pick<Temporal, 'within'>;
  /** Of the same bucket, by another user. */
  storage?: Storage;
  maxPages?: number;
  pagesPerRange?: number;
  pictureBytes?: number;
  sweep?: { intentMs?: number; workMs?: number; picturesMs?: number };
  /** Installed ones, joined by "+". */
  languages?: string;
}

export type ActivityTest = Awaited<ReturnType<typeof startActivities>>;

/** What a test did not give and yet called. */
function absent(what: string): never {
  throw new Error(`this test has no ${what}`);
}

const noEngine: DocumentEngine = {
  inspect: async () => absent('engine'),
  parsePages: async () => absent('engine'),
  chooseLanguages: async () => absent('engine'),
  recognisePages: async () => absent('engine'),
  structure: async () => absent('engine'),
  verify: async () => absent('engine'),
  conclude: async () => absent('engine'),
  convert: async () => absent('engine'),
  edit: async () => absent('engine'),
  draw: async () => absent('engine'),
  measure: async () => absent('engine'),
};

export async function startActivities(options: ActivityTestOptions = {}) {
  const workDir = mkdtempSync(join(tmpdir(), 'shelfwright-activities-'));
  const database = await migratedDatabase();
  const { config: storeConfig } = await freshBucket();
  const storage = createStorage(storeConfig);
  await storage.ensureBucket();
  const scratch = await createScratch(workDir, storage);
  const account = await givenAccount(database.manager);
  const mails: OutgoingMail[] = [];
  const repairs: Repair[] = [];
  const mailer: Mailer = { send: async (mail) => void mails.push(mail), close: () => undefined };
  const outbound = createOutbound({ production: false });
  const sealer = createSealer([TEST_ENCRYPTION_KEY]);
  const build = (changed: ActivityTestOptions = {}): Activities => {
    const given = { ...options, ...changed };
    const { engine, temporal, storage: by, maxPages, pagesPerRange, sweep, languages, pictureBytes } = given;
    const limits = {
      processes: 1,
      sandbox: 'weak' as const,
      memoryBytes: 1024 ** 3,
      pageTimeoutMs: 20_000,
      documentTimeoutMs: HOUR_MS,
    };
    return createActivities({
      config: {
        engine: {
          ...limits,
          recognition: {
            engine: 'wasm' as const,
            languages: languages ?? 'eng',
            dataDir: null,
            pageTimeoutMs: 20_000,
            documentTimeoutMs: HOUR_MS,
            pagesPerRange: 2,
          },
          pagesPerRange: pagesPerRange ?? 4,
          maxPages: maxPages ?? 100,
        },
        webhooks: { firstRetryMs: 5_000 },
        reconcileAfterSeconds: 60,
        pictureBytes: pictureBytes ?? 1024 ** 3,
        sweep: { intentMs: 24 * HOUR_MS, workMs: 48 * HOUR_MS, picturesMs: 720 * HOUR_MS, ...sweep },
      },
      dataSource: database.dataSource,
      storage: by ?? storage,
      scratch,
      engine: engine ?? noEngine,
      mailer,
      outbound,
      sealer,
      temporal: temporal ?? { within: async () => absent('Temporal') },
      repaired: (what) => void repairs.push(what),
    });
  };
  return {
    database,
    manager: database.manager,
    storage,
    storeConfig,
    scratch,
    account,
    mails,
    sealer,
    /** What the reconciler has put right, in order. */
    repairs,
    activities: build(),
    /** The same activities over other engines, ages or a Temporal. */
    build,
    /** A shelf in `uploading` whose source is stored. */
    givenStoredShelf: (pdf: Buffer, fields: Partial<NewShelf> = {}): Promise<Shelf> =>
      givenStoredShelf({ manager: database.manager, storage, account }, pdf, fields),
    /** Keys of all objects. */
    async keys(prefix = 'users/'): Promise<string[]> {
      const keys: string[] = [];
      for await (const { key } of storage.list(prefix)) keys.push(key);
      return keys;
    },
    async stop(): Promise<void> {
      await scratch.close();
      storage.close();
      await database.stop();
      rmSync(workDir, { recursive: true, force: true });
    },
  };
}

interface Where {
  manager: Parameters<typeof createShelf>[0];
  storage: Storage;
  account: Account;
}

async function givenStoredShelf({ manager, storage, account }: Where, pdf: Buffer, fields: Partial<NewShelf>) {
  const objectKey = `users/${account.publicId}/uploads/${crypto.randomUUID()}.pdf`;
  await storage.put(objectKey, pdf, 'application/pdf');
  const source = { objectKey, fileName: 'report.pdf', mimeType: 'application/pdf' };
  const upload = await createUpload(manager, { accountId: account.id, ...source });
  const stored = { sizeBytes: pdf.length, sha256: 'a'.repeat(64) };
  return createShelf(manager, {
    accountId: account.id,
    uploadId: upload.id,
    stored,
    name: 'Report',
    template: null,
    acceptancePolicy: 'balanced',
    reviewMode: false,
    requestId: 'request-1',
    ...fields,
  });
}

/**
 * Where one attempt of an activity runs. Quiet, since what activities log is not what these tests are about.
 * @param heartbeatDetails of the attempts before
 */
export function attemptOf(attempt = 1, heartbeatDetails?: unknown, taskQueue?: string): MockActivityEnvironment {
  const logger = new DefaultLogger('ERROR', () => undefined);
  const info = { attempt, heartbeatDetails, activityId: crypto.randomUUID(), ...(taskQueue && { taskQueue }) };
  return new MockActivityEnvironment(info, { logger });
}

/** Runs an activity once, as attempt `attempt`. */
export function runActivity<Input, Output>(
  activity: (input: Input) => Promise<Output>,
  input: Input,
  attempt = 1,
): Promise<Output> {
  return attemptOf(attempt).run(activity, input);
}

/** Input of the activities of a shelf's run. */
export function inputOf(shelf: Shelf) {
  return { shelfPublicId: shelf.publicId, run: shelf.run, requestId: shelf.requestId };
}
