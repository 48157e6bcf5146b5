/**
 * Preconditions for giving clients access to the object store: the keys whose ids they see cannot write, a session cannot
 * create a permanent account (GHSA-jjjj-jwhf-8rgr), and the filter is in place where it is needed. Tested against the
 * store itself, since servers built from source do not report their release.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { isAwsRole, type S3Config } from './config.js';
import type { Logger } from './logger.js';
import { inShelf, shelfPrefix } from './object-keys.js';
import { sealAdminBody, sendAdmin } from './storage-admin.js';
import { createClientFactory, fetchText, StorageError } from './storage-client.js';
import { issueCredentials, issuerOf } from './storage-credentials.js';

const CHECK_TIMEOUT_MS = 10_000;
/** Shortest lifetime of a service account in MinIO. */
const PROBE_LIFE_MS = 20 * 60_000;
/** Identifies the filter in its reply to /healthz. */
export const FILTER_SERVICE = 'shelfwright-store-filter';

type Deps = { config: S3Config; log: Logger | undefined };

/** Each check is repeated until it has passed once. */
export function createStorageGuard(config: S3Config, log?: Logger) {
  const signerReads = untilPassed((signal) => refuseWriter('signer', { config, log }, signal));
  const issuerReads = untilPassed((signal) => refuseWriter('issuer', { config, log }, signal));
  const sessionsStay = untilPassed((signal) => refuseServiceAccounts({ config, log }, signal));
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

    /** Runs the checks that do not need the filter; one that cannot run now runs at first use. */
    async refuseUnsafe(): Promise<void> {
      const checks = [...(config.signer ? [signerReads()] : []), ...(config.issuer ? [issuerIsSafe()] : [])];
      const outcomes = await Promise.allSettled(checks);
      const failures = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
      );
      for (const error of failures.filter((one) => !isUnsafe(one)))
        log?.warn({ err: error }, 'the object store could not be checked; it is checked at first use');
      const unsafe = failures.find(isUnsafe);
      if (unsafe) throw unsafe;
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

/** Tests writing by starting a multipart upload, which stores nothing yet. */
async function refuseWriter(role: 'issuer' | 'signer', { config, log }: Deps, signal: AbortSignal): Promise<void> {
  const keys = config[role];
  if (keys === null) return;
  const { endpoint: url, region, bucket } = config;
  const factory = createClientFactory({ url, region, ...keys });
  try {
    for (const folder of ['files', 'archives']) {
      const key = `${shelfPrefix('probe', 'probe')}${folder}/${randomUUID()}`;
      const client = factory.client(signal);
      const uploadId = await client.initiateNewMultipartUpload(bucket, key, {}).catch(deniedTo(role));
      if (uploadId === null) continue;
      await client
        .abortMultipartUpload(bucket, key, uploadId)
        .catch((error: unknown) => log?.warn({ err: error, key }, 'the upload of a check is left'));
      throw new StorageError(
        'STORAGE_UNSAFE',
        `the user of ${variableOf(role)} may write to the object store; clients see its id, so it may only read`,
      );
    }
  } finally {
    factory.close();
  }
}

function variableOf(role: 'issuer' | 'signer'): string {
  return `S3_${role.toUpperCase()}_ACCESS_KEY`;
}

/** Keys that the store does not know count as missing. */
function deniedTo(role: 'issuer' | 'signer') {
  return (error: unknown): null => {
    const code = String((error as { code?: unknown } | null)?.code);
    if (code === 'AccessDenied') return null;
    if (code !== 'InvalidAccessKeyId' && code !== 'SignatureDoesNotMatch') throw error;
    throw new StorageError(
      role === 'signer' ? 'STORAGE_NO_SIGNER' : 'STORAGE_NO_CREDENTIALS',
      `the object store does not take the keys of ${variableOf(role)}: ${code}`,
      { cause: error },
    );
  };
}

/** AWS has no such interface. */
async function refuseServiceAccounts({ config, log }: Deps, signal: AbortSignal): Promise<void> {
  const { endpoint, region, sts } = config;
  if (isAwsRole(sts)) return;
  const probe = {
    prefix: inShelf.version(shelfPrefix('probe', 'probe'), 'probe').prefix,
    ttlSeconds: PROBE_LIFE_MS / 1000,
  };
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
      `whether the object store is affected by GHSA-jjjj-jwhf-8rgr cannot be determined: HTTP ${made.status}`,
    );
  const path = `delete-service-account?accessKey=${wanted.accessKey}`;
  const removed = await sendAdmin(
    { endpoint, region, keys: issuerOf(config) },
    { method: 'DELETE', path },
    signal,
  ).then(
    ({ status }) => `was removed: HTTP ${status}`,
    (error: unknown) => {
      log?.warn({ err: error, accessKey: wanted.accessKey }, 'the service account of a check is left');
      return `could not be removed and ends at ${wanted.expiration}`;
    },
  );
  throw new StorageError(
    'STORAGE_UNSAFE',
    'the object store is affected by GHSA-jjjj-jwhf-8rgr: temporary credentials can make a service account of their ' +
      `parent. Use a fixed server (docs/object-store.md). The account of this check ${removed}`,
  );
}

/** In production a store that is not known to isolate its listings needs the filter in front of it. */
async function requireFilter({ filterUrl, filterRequired, bucket }: S3Config, signal: AbortSignal): Promise<void> {
  if (filterUrl === null) {
    if (!filterRequired) return;
    throw new StorageError(
      'STORAGE_NO_CREDENTIALS',
      'in production credentials are issued only behind the filter (S3_FILTER_URL) or by a role of AWS (S3_STS_ROLE_ARN)',
    );
  }
  const { status, text } = await fetchText('the filter at S3_FILTER_URL', `${filterUrl}/healthz`, { signal });
  const said = status === 200 ? parsed(text) : null;
  if (said?.service === FILTER_SERVICE && said.bucket === bucket) return;
  throw new StorageError('STORAGE_NO_CREDENTIALS', `at S3_FILTER_URL there is no filter of the bucket ${bucket}`);
}

/** Null if the text is not JSON, because another server has answered. */
function parsed(text: string): { service?: unknown; bucket?: unknown } | null {
  try {
    return JSON.parse(text) as { service?: unknown; bucket?: unknown } | null;
  } catch {
    return null;
  }
}
