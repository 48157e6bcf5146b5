/** Temporary credentials that read one prefix of the bucket and nothing else: STS AssumeRole with a session policy. */
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { AssumeRoleProvider } from 'minio/dist/esm/AssumeRoleProvider.mjs';
import { isAwsRole, type S3Config } from './config.js';
import { blame } from './outages.js';
import type { KeyPair } from './storage-admin.js';
import { StorageError } from './storage-client.js';

/** Shortest lifetime that STS issues; an earlier end is a condition of the policy. */
const MIN_STS_SECONDS = 900;
/**
 * MinIO takes a condition's value from a header or parameter of the same name, so that a client could supply the time; but
 * the policy variable is always the server's own time. AWS does not do this.
 */
const SERVER_TIME_ONLY = { 'ForAllValues:StringEquals': { 'aws:CurrentTime': '${aws:CurrentTime}' } };
/** Session name in the provider's access log. */
const SESSION_NAME = 'shelfwright';

export interface StorageCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  /** When they expire. */
  expiresAt: Date;
}

/** The user whose read permission is delegated. @throws StorageError if none is configured. */
export function issuerOf({ issuer }: S3Config): KeyPair {
  if (issuer !== null) return issuer;
  throw new StorageError(
    'STORAGE_NO_CREDENTIALS',
    'no user is configured that issues credentials: S3_ISSUER_ACCESS_KEY',
  );
}

/**
 * Issues credentials that list and get under a prefix, which ends with a slash, for `ttlSeconds` at most. @throws the
 * connection error, or StorageError if the object store does not issue credentials.
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
  // the client's provider signs correctly, but has no time-out, hides the expiry and renews by itself
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
 * The policy's condition makes the expiry exact, whatever the token's own is, and allows lifetimes shorter than STS does.
 * Every prefix that a request names must be inside, and it must name one.
 */
function readOnly({ bucket, sts }: S3Config, prefix: string, end: Date): string {
  const until = {
    DateLessThan: { 'aws:CurrentTime': end.toISOString().replace('.000', '') },
    ...(!isAwsRole(sts) && SERVER_TIME_ONLY),
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
    const fail = (error: Error) => reject(blame('object_store', error));
    request({ ...options, signal }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), fail);
    })
      .on('error', fail)
      .end(body);
  });
}

/** Text of an XML element. The elements read here need no unescaping. */
function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
}

/** An error with the store's message, but nothing of the request. */
function refused(status: number, body: string): StorageError {
  const said = [element(body, 'Code'), element(body, 'Message')].filter(Boolean).join(': ') || 'no STS answer';
  return new StorageError('STORAGE_NO_CREDENTIALS', `no credentials from STS: HTTP ${status}, ${said.slice(0, 500)}`);
}
