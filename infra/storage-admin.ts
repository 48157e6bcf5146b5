/** Requests to MinIO's admin interface, which has no client in JavaScript. */
import { createCipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { signV4 } from 'minio/dist/esm/signing.mjs';
import { fetchText, type FetchedText } from './storage-client.js';

export interface KeyPair {
  accessKey: string;
  secretKey: string;
}

export interface AdminTarget {
  /** `http://host:port` of the store. */
  endpoint: string;
  region: string;
  keys: KeyPair & { sessionToken?: string };
}

export interface AdminRequest {
  method: 'PUT' | 'DELETE';
  /** Path below `/minio/admin/v3/`, with its query. */
  path: string;
  body?: Buffer;
}

/** Sends a signed request. Throws StorageError where the store does not answer. */
export async function sendAdmin(
  { endpoint, region, keys }: AdminTarget,
  { method, path, body = Buffer.alloc(0) }: AdminRequest,
  signal: AbortSignal,
): Promise<FetchedText> {
  const url = new URL(`/minio/admin/v3/${path}`, endpoint);
  const now = new Date();
  const sha256 = createHash('sha256').update(body).digest('hex');
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': sha256,
    'x-amz-date': now.toISOString().replace(/[-:]|\.\d+/g, ''),
    ...(keys.sessionToken && { 'x-amz-security-token': keys.sessionToken }),
  };
  const request = { method, path: url.pathname + url.search, headers };
  const authorization = signV4(request as never, keys.accessKey, keys.secretKey, region, now, sha256);
  const { host: _, ...sent } = headers; // fetch sets the same
  return fetchText('the object store', url, { method, headers: { ...sent, authorization }, body, signal });
}

const PBKDF2_AES_GCM = 0x02;
const PBKDF2_ROUNDS = 8192;
/** Nonces are counted from the one of the tag over no data; the last fragment is marked as such. */
const FIRST_FRAGMENT = 1;
const LAST_FRAGMENT = 0x80;
const FRAGMENT_BYTES = 16 * 1024;

/** A body as MinIO's admin interface expects it: encrypted with the sender's secret key. One fragment is enough here. */
export function sealAdminBody(secretKey: string, body: Buffer): Buffer {
  if (body.length > FRAGMENT_BYTES) throw new RangeError(`a body of ${body.length} bytes does not fit one fragment`);
  const [salt, nonce] = [randomBytes(32), randomBytes(8)];
  const key = pbkdf2Sync(secretKey, salt, PBKDF2_ROUNDS, 32, 'sha256');
  const fragment = (number: number, associated: Buffer, data: Buffer): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32LE(number);
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.concat([nonce, counter])).setAAD(associated);
    return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
  };
  const opening = fragment(0, Buffer.alloc(0), Buffer.alloc(0));
  const sealed = fragment(FIRST_FRAGMENT, Buffer.concat([Buffer.from([LAST_FRAGMENT]), opening]), body);
  return Buffer.concat([salt, Buffer.from([PBKDF2_AES_GCM]), nonce, sealed]);
}
