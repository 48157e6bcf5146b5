/**
 * The users of a MinIO server: one writes, one delegates reading, one signs archive URLs. Whoever knows the id of a key can
 * write to such a server as its user (GHSA-hv4r-mvr4-25vw), so the ids that clients see belong to users that cannot.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { inShelf, shelfPrefix } from './object-keys.js';
import { sendAdmin, type AdminTarget, type KeyPair } from './storage-admin.js';
import { StorageError } from './storage-client.js';
import { packZip } from './zip.js';

/** Key pairs by purpose. */
export interface StoreUsers {
  /** api and worker: reads and writes all objects. */
  service: KeyPair;
  /** Parent of the temporary credentials, whose holders see its id. */
  issuer: KeyPair;
  /** Signs archive URLs, which show its id. */
  signer: KeyPair;
}

const IMPORT_TIMEOUT_MS = 30_000;
/**
 * A server that has just started loads what it knows of users once more, and an import meanwhile can miss a user that it
 * has itself made: then it fails in part, and is repeated.
 */
const IMPORT_ATTEMPTS = 5;
const IMPORT_PAUSE_MS = 500;
/** Denied for every user: users could otherwise create service accounts for themselves. */
const NO_ADMIN = { Effect: 'Deny', Action: ['admin:*'] };

/** Policy of each user on the bucket; follows the layout of its keys (object-keys.ts). */
function policiesOf(bucket: string): Record<keyof StoreUsers, object> {
  const arn = `arn:aws:s3:::${bucket}`;
  const shelf = shelfPrefix('*', '*');
  const { archiveKey } = inShelf.version(shelf, '*');
  const allow = (Action: string[], Resource: string, more = {}) => ({
    ...{ Effect: 'Allow', Action, Resource: [Resource], ...more },
  });
  const policy = (...Statement: object[]) => ({ Version: '2012-10-17', Statement: [...Statement, NO_ADMIN] });
  return {
    service: policy(
      allow(['s3:ListBucket', 's3:ListBucketMultipartUploads'], arn),
      allow(
        ['GetObject', 'PutObject', 'DeleteObject', 'AbortMultipartUpload', 'ListMultipartUploadParts'].map(
          (action) => `s3:${action}`,
        ),
        `${arn}/*`,
      ),
    ),
    issuer: policy(
      allow(['s3:ListBucket'], arn, { Condition: { StringLike: { 's3:prefix': [`${inShelf.versions(shelf)}*`] } } }),
      allow(['s3:GetObject'], `${arn}/${inShelf.versions(shelf)}*`),
    ),
    signer: policy(allow(['s3:GetObject'], `${arn}/${archiveKey}`)),
  };
}

/** Creates the users and their policies, or updates existing ones. `root` is the server's own user. */
export async function importUsers(
  root: AdminTarget,
  { bucket, users }: { bucket: string; users: StoreUsers },
): Promise<void> {
  const named = Object.entries(users) as [keyof StoreUsers, KeyPair][];
  const policyName = (role: keyof StoreUsers) => `${bucket}-${role}`;
  const policies = named.map(([role]) => [policyName(role), policiesOf(bucket)[role]]);
  const keys = named.map(([, { accessKey, secretKey }]) => [accessKey, { secretKey, status: 'enabled' }]);
  const mappings = named.map(([role, { accessKey }]) => [accessKey, { version: 1, policy: policyName(role) }]);
  const body = packZip({
    'iam-assets/policies.json': JSON.stringify(Object.fromEntries(policies)),
    'iam-assets/users.json': JSON.stringify(Object.fromEntries(keys)),
    'iam-assets/user_mappings.json': JSON.stringify(Object.fromEntries(mappings)),
  });
  const signal = AbortSignal.timeout(IMPORT_TIMEOUT_MS);
  for (let left = IMPORT_ATTEMPTS - 1; ; left -= 1) {
    const { status, text } = await sendAdmin(root, { method: 'PUT', path: 'import-iam-v2', body }, signal);
    const failed = status === 200 ? failuresOf(text) : text.slice(0, 500);
    if (failed === null) return;
    if (status !== 200 || left === 0)
      throw new StorageError('STORAGE_NO_USERS', `users of the object store: HTTP ${status}, ${failed}`);
    await pause(IMPORT_PAUSE_MS, undefined, { signal });
  }
}

/** The server's error; null if there is none. */
function failuresOf(answer: string): string | null {
  const { failed = {} } = JSON.parse(answer) as { failed?: Record<string, unknown[] | null> };
  const kinds = Object.entries(failed).filter(([, entries]) => entries && entries.length > 0);
  return kinds.length > 0 ? JSON.stringify(Object.fromEntries(kinds)).slice(0, 500) : null;
}
