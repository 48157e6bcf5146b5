/**
 * What has to hold before clients are given anything of the object store: that the keys whose ids they see cannot write,
 * that a session cannot turn into an account that stays (GHSA-jjjj-jwhf-8rgr), and that the filter is there where it is
 * needed. Asked of the store itself, since servers built from source do not tell their release.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { S3Config } from './config.js';
import { sealAdminBody, sendAdmin, type KeyPair } from './storage-admin.js';
import { createClientFactory, StorageError } from './storage-client.js';
import { issueCredentials, issuerOf } from './storage-credentials.js';

const CHECK_TIMEOUT_MS = 10_000;
/** What MinIO lets a service account live at least. */
const PROBE_LIFE_MS = 20 * 60_000;
/** Says at the filter's /healthz that it is one. */
export const FILTER_SERVICE = 'shelfwright-store-filter';

export type StorageGuard = ReturnType<typeof createStorageGuard>;

/** Each check is asked until it has passed once. */
export function createStorageGuard(config: S3Config) {
  const signerReads = untilPassed((signal) => refuseWriter(config, config.signer, 'S3_SIGNER_ACCESS_KEY', signal));
  const issuerReads = untilPassed((signal) => refuseWriter(config, config.issuer, 'S3_ISSUER_ACCESS_KEY', signal));
  const sessionsStay = untilPassed((signal) => refuseServiceAccounts(config, signal));
  const filterIsThere = untilPassed((signal) => requireFilter(config, signal));

  async function issuerIsSafe(signal?: AbortSignal): Promise<void> {
    await issuerReads(signal);
    await sessionsStay(signal);
  }

  return {
    signerReads,

    async mayIssue(signal: AbortSignal): Promise<void> {
      issuerOf(config);
      await filterIsThere(signal);
      await issuerIsSafe(signal);
    },

    /** Of the checks that do not need the filter; one that cannot be made now is made at first use. */
    async refuseUnsafe(): Promise<void> {
      const checks = [...(config.signer ? [signerReads()] : []), ...(config.issuer ? [issuerIsSafe()] : [])];
      for (const outcome of await Promise.allSettled(checks)) {
        if (outcome.status === 'rejected' && isUnsafe(outcome.reason)) throw outcome.reason;
      }
    },
  };
}

function isUnsafe(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'STORAGE_UNSAFE';
}

function untilPassed(check: (signal: AbortSignal) => Promise<void>) {
  let passed = false;
  return async (signal: AbortSignal = AbortSignal.timeout(CHECK_TIMEOUT_MS)): Promise<void> => {
    if (passed) return;
    await check(signal);
    passed = true;
  };
}

/** Begins an upload, which stores nothing yet. */
async function refuseWriter(
  config: S3Config,
  keys: KeyPair | null,
  variable: string,
  signal: AbortSignal,
): Promise<void> {
  if (keys === null) return;
  const { endpoint: url, region, bucket } = config;
  const factory = createClientFactory({ url, region, ...keys });
  try {
    for (const folder of ['files', 'archives']) {
      const key = `users/probe/shelves/probe/${folder}/${randomUUID()}`;
      const client = factory.client(signal);
      const uploadId = await client.initiateNewMultipartUpload(bucket, key, {}).catch(denied);
      if (uploadId === null) continue;
      await client.abortMultipartUpload(bucket, key, uploadId);
      throw new StorageError(
        'STORAGE_UNSAFE',
        `the user of ${variable} may write to the object store; clients see its id, so it may only read`,
      );
    }
  } finally {
    factory.close();
  }
}

function denied(error: unknown): null {
  if ((error as { code?: unknown } | null)?.code === 'AccessDenied') return null;
  throw error;
}

/** A role's store has no such interface: AWS and its like. */
async function refuseServiceAccounts(config: S3Config, signal: AbortSignal): Promise<void> {
  const { endpoint, region, sts } = config;
  if (sts.roleArn !== null) return;
  const probe = { prefix: 'users/probe/shelves/probe/files/probe/', ttlSeconds: PROBE_LIFE_MS / 1000 };
  const { accessKeyId, secretAccessKey, sessionToken } = await issueCredentials(config, probe, signal);
  const session = { accessKey: accessKeyId, secretKey: secretAccessKey, sessionToken };
  const wanted = {
    accessKey: randomBytes(10).toString('hex'),
    secretKey: randomBytes(20).toString('hex'),
    expiration: new Date(Date.now() + PROBE_LIFE_MS).toISOString(),
  };
  const body = sealAdminBody(session.secretKey, Buffer.from(JSON.stringify(wanted)));
  const made = await sendAdmin(
    { endpoint, region, keys: session },
    { method: 'PUT', path: 'add-service-account', body },
    signal,
  );
  if (made.status === 403) return;
  if (made.status !== 200)
    throw new StorageError(
      'STORAGE_NO_CREDENTIALS',
      `whether the object store is affected by GHSA-jjjj-jwhf-8rgr cannot be told: HTTP ${made.status}`,
    );
  const path = `delete-service-account?accessKey=${wanted.accessKey}`;
  const removed = await sendAdmin({ endpoint, region, keys: issuerOf(config) }, { method: 'DELETE', path }, signal);
  throw new StorageError(
    'STORAGE_UNSAFE',
    'the object store is affected by GHSA-jjjj-jwhf-8rgr: temporary credentials can make a service account of their ' +
      `parent. Use a fixed server (docs/operating.md). The account of this check was removed: HTTP ${removed.status}`,
  );
}

/** In production a store that is not known to keep its lists apart needs the filter before it. */
async function requireFilter({ filterUrl, filterRequired, bucket }: S3Config, signal: AbortSignal): Promise<void> {
  if (filterUrl === null) {
    if (!filterRequired) return;
    throw new StorageError(
      'STORAGE_NO_CREDENTIALS',
      'in production credentials are issued only behind the filter (S3_FILTER_URL) or by a role (S3_STS_ROLE_ARN)',
    );
  }
  const response = await fetch(`${filterUrl}/healthz`, { signal, redirect: 'error' });
  const said = response.ok ? ((await response.json()) as { service?: unknown; bucket?: unknown }) : null;
  if (said?.service === FILTER_SERVICE && said.bucket === bucket) return;
  throw new StorageError('STORAGE_NO_CREDENTIALS', `at S3_FILTER_URL there is no filter of the bucket ${bucket}`);
}
