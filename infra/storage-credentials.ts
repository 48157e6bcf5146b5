/** Temporary credentials that read one prefix of the bucket and nothing else: STS AssumeRole with a session policy. */
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { AssumeRoleProvider } from 'minio/dist/esm/AssumeRoleProvider.mjs';
import type { S3Config } from './config.js';
import type { KeyPair } from './storage-admin.js';
import { StorageError } from './storage-client.js';

/** STS issues nothing for less; what is to end earlier ends by a condition of the policy. */
const MIN_STS_SECONDS = 900;
/**
 * MinIO takes a header or parameter of a condition's name for the condition's value, so that a client could tell it the
 * time; but the variable is always the server's own. Stores with roles do no such thing.
 */
const SERVER_TIME_ONLY = { 'ForAllValues:StringEquals': { 'aws:CurrentTime': '${aws:CurrentTime}' } };
/** In the provider's log of who used the credentials. */
const SESSION_NAME = 'shelfwright';

export interface StorageCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  /** Until when they work. */
  expiresAt: Date;
}

/** The user that lends its reading. Throws StorageError where none is configured. */
export function issuerOf({ issuer }: S3Config): KeyPair {
  if (issuer !== null) return issuer;
  throw new StorageError(
    'STORAGE_NO_CREDENTIALS',
    'no user is configured that issues credentials: S3_ISSUER_ACCESS_KEY',
  );
}

/**
 * Issues credentials that list and get under a prefix, which ends with a slash, for `ttlSeconds` at most. Throws what the
 * connection throws, and StorageError where the object store issues none.
 */
export async function issueCredentials(
  config: S3Config,
  { prefix, ttlSeconds }: { prefix: string; ttlSeconds: number },
  signal: AbortSignal,
): Promise<StorageCredentials> {
  const { sts, region } = config;
  const { accessKey, secretKey } = issuerOf(config);
  const seconds = Math.min(ttlSeconds, sts.maxSeconds);
  const expiresAt = new Date((Math.floor(Date.now() / 1000) + seconds) * 1000);
  const provider = new AssumeRoleProvider({
    stsEndpoint: sts.endpoint,
    region,
    accessKey,
    secretKey,
    durationSeconds: Math.max(seconds, MIN_STS_SECONDS),
    policy: readOnly(config, prefix, expiresAt),
    roleSessionName: SESSION_NAME,
    ...(sts.roleArn !== null && { roleArn: sts.roleArn }),
  });
  // it signs requests well, but waits for ever, hides when they end and asks again by itself
  const { requestOptions, requestData } = provider.getRequestConfig();
  const { status, body } = await send(requestOptions, requestData, signal);
  const [accessKeyId, secretAccessKey, sessionToken] = [
    element(body, 'AccessKeyId'),
    element(body, 'SecretAccessKey'),
    element(body, 'SessionToken'),
  ];
  if (status !== 200 || !accessKeyId || !secretAccessKey || !sessionToken) throw refused(status, body);
  return { accessKeyId, secretAccessKey, sessionToken, expiresAt };
}

/**
 * The policy's condition makes the end exact, whatever the token's own is, and works for less than STS issues tokens for.
 * Of a request that names several prefixes all must be inside, and one must be named.
 */
function readOnly({ bucket, sts }: S3Config, prefix: string, end: Date): string {
  const until = {
    DateLessThan: { 'aws:CurrentTime': end.toISOString().replace('.000', '') },
    ...(sts.roleArn === null && SERVER_TIME_ONLY),
  };
  const inside = { 's3:prefix': [`${prefix}*`] };
  const listing = { ...until, StringLike: inside, 'ForAllValues:StringLike': inside };
  const arn = `arn:aws:s3:::${bucket}`;
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: [arn], Condition: listing },
      { Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`${arn}/${prefix}*`], Condition: until },
    ],
  });
}

function send(
  options: http.RequestOptions,
  body: string,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { request } = options.protocol === 'https:' ? https : http;
    request({ ...options, signal }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}

/** What the elements hold that are read here needs no unescaping. */
function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
}

/** Says what the store said, and none of what it was asked with. */
function refused(status: number, body: string): StorageError {
  const said = [element(body, 'Code'), element(body, 'Message')].filter(Boolean).join(': ') || 'no STS answer';
  return new StorageError('STORAGE_NO_CREDENTIALS', `no credentials from STS: HTTP ${status}, ${said.slice(0, 500)}`);
}
