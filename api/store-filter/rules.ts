/**
 * Which requests are forwarded to the object store: reads of versions' files, lists below one version's prefix, and
 * archives by their URLs. This is an allow list of names, each allowed once and only in the spelling that S3 clients send:
 * MinIO also evaluates parameters and headers as policy conditions (`Prefix`), and other stores differ in which names they
 * treat as equal. Authorization is left to the store, which checks the signature.
 */

import { inShelf, shelfPrefix } from '../../infra/object-keys.js';

/** A refusal, as an S3 error. */
export interface Refusal {
  status: 400 | 403;
  code: 'AccessDenied' | 'InvalidRequest';
  message: string;
}

export interface RawRequest {
  method: string;
  /** Path and query, as received. */
  url: string;
  /** Names and values alternating, as received. */
  rawHeaders: readonly string[];
}

type Checks = ReadonlyMap<string, RegExp>;

const ANY = /^/;
/** No character that a server could read as the end of the path or of a segment; decoded once, as the store does. */
const PATH = /^\/[\w.~!$&'()*+,;=:@/%-]*$/;
const QUERY = /^[\w.~!$&'()*+,=:@/?%-]*$/;
const ID = '[\\w-]+';
/** Of any version, as patterns. */
const VERSION = inShelf.version(shelfPrefix(ID, ID), ID);
const FILE_KEY = new RegExp(`^${VERSION.prefix}.`, 's');
const ARCHIVE_KEY = new RegExp(`^${VERSION.archiveKey.replaceAll('.', '\\.')}$`);
const LIST_PREFIX = new RegExp(`^${VERSION.prefix}`);
const ENCODED_SEPARATOR = /%2f|%5c/i;
const PAYLOAD_HASH = /^([0-9a-f]{64}|UNSIGNED-PAYLOAD)$/;

const PRESIGNED = {
  'X-Amz-Algorithm': /^AWS4-HMAC-SHA256$/,
  'X-Amz-Content-Sha256': PAYLOAD_HASH,
  'X-Amz-Credential': ANY,
  'X-Amz-Date': ANY,
  'X-Amz-Expires': /^\d+$/,
  'X-Amz-Security-Token': ANY,
  'X-Amz-Signature': /^[0-9a-f]{64}$/,
  'X-Amz-SignedHeaders': ANY,
  'x-amz-checksum-mode': ANY,
};
const READ: Checks = new Map(
  Object.entries({
    ...PRESIGNED,
    partNumber: /^\d{1,5}$/,
    'response-content-disposition': ANY,
    'response-content-type': ANY,
    'x-id': /^(Get|Head)Object$/,
  }),
);
const LIST: Checks = new Map(
  Object.entries({
    ...PRESIGNED,
    'continuation-token': ANY,
    delimiter: /^\/?$/,
    'encoding-type': /^url$/,
    'fetch-owner': /^(true|false)$/,
    'list-type': /^2$/,
    marker: ANY,
    'max-keys': /^\d{1,5}$/,
    prefix: LIST_PREFIX,
    'start-after': ANY,
    'x-id': /^ListObjects(V2)?$/,
  }),
);

/** Headers that are forwarded; others are dropped, and if they were signed the store refuses the signature. */
const HEADERS: Checks = new Map(
  Object.entries({
    accept: ANY,
    'accept-encoding': ANY,
    'accept-language': ANY,
    'amz-sdk-invocation-id': ANY,
    'amz-sdk-request': ANY,
    // neither signatures of version 2 nor tokens
    authorization: /^AWS4-HMAC-SHA256 /,
    'cache-control': ANY,
    'content-type': ANY,
    date: ANY,
    host: /^[\w.:[\]-]+$/,
    'if-match': ANY,
    'if-modified-since': ANY,
    'if-none-match': ANY,
    'if-unmodified-since': ANY,
    range: ANY,
    'user-agent': ANY,
    'x-amz-checksum-mode': ANY,
    'x-amz-content-sha256': PAYLOAD_HASH,
    'x-amz-date': ANY,
    'x-amz-expected-bucket-owner': ANY,
    'x-amz-security-token': ANY,
    'x-amz-user-agent': ANY,
  }),
);

/** What browsers may send from pages of other sites; they set `host` themselves. */
export const CLIENT_HEADERS = [...HEADERS.keys()].filter((name) => name !== 'host');
const PREFLIGHTED = /^(GET|HEAD)$/;

class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

export type Verdict = { refusal: Refusal; headers: null } | { refusal: null; headers: Record<string, string> };

/** Returns the refusal of a request, or the headers to forward it with: none for a preflight, which is not forwarded. */
export function judge(request: RawRequest, bucket: string): Verdict {
  const { method, rawHeaders } = request;
  try {
    if (method === 'OPTIONS' && isPreflight(rawHeaders)) {
      checkPreflight(request, bucket);
      return { refusal: null, headers: {} };
    }
    if (method !== 'GET' && method !== 'HEAD') throw denied('Only GET and HEAD are served here.');
    const headers = readHeaders(rawHeaders);
    check(request, headers, bucket);
    return { refusal: null, headers: Object.fromEntries(headers) };
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal, headers: null };
    throw error;
  }
}

function check({ method, url }: RawRequest, headers: ReadonlyMap<string, string>, bucket: string): void {
  if (!headers.has('host')) throw invalid('A Host header is needed.');
  const { path, query } = partsOf(url);
  const parameters = readQuery(query);
  const isPresigned = parameters.has('X-Amz-Signature');
  if (isPresigned === headers.has('authorization')) throw denied('One signature is needed.');
  const key = keyOf(path, bucket);
  const isList = key === '';
  if (isList && (method !== 'GET' || !parameters.has('prefix')))
    throw denied('Only lists of a prefix are served here.');
  if (!isList && !isReadable(key, isPresigned)) throw denied('There is nothing for clients there.');
  checkParameters(parameters, isList ? LIST : READ);
}

function partsOf(url: string): { path: string; query: string } {
  const [path = '', query = '', ...more] = url.split('?');
  if (more.length > 0 || !PATH.test(path)) throw invalid('The path is not one of an object.');
  return { path, query };
}

function isPreflight(rawHeaders: readonly string[]): boolean {
  const valuesOf = (name: string) =>
    rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
  const asked = valuesOf('access-control-request-method');
  return valuesOf('origin').length === 1 && asked.length === 1 && PREFLIGHTED.test(asked[0] as string);
}

/** A preflight has no signature and reveals nothing of the store. The request that it announces is checked by itself. */
function checkPreflight({ url, rawHeaders }: RawRequest, bucket: string): void {
  readHeaders(rawHeaders);
  const key = keyOf(partsOf(url).path, bucket);
  if (key !== '' && !isReadable(key, true)) throw denied('There is nothing for clients there.');
}

/** The values of allowed headers by their lower-case names. */
function readHeaders(rawHeaders: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [(rawHeaders[at] as string).toLowerCase(), rawHeaders[at + 1] as string];
    if (name === 'transfer-encoding' || (name === 'content-length' && value !== '0'))
      throw invalid('A read has no body.');
    const allowed = HEADERS.get(name);
    if (!allowed) continue;
    if (headers.has(name)) throw invalid(`The header ${name} is there twice.`);
    if (!allowed.test(value)) throw denied(`The header ${name} is not one that is taken here.`);
    headers.set(name, value);
  }
  return headers;
}

/** The decoded values of parameters by their names as sent: those of S3 need no encoding, so an encoded one is not among them. */
function readQuery(query: string): Map<string, string> {
  if (!QUERY.test(query)) throw invalid('The query has characters that have to be encoded.');
  const parameters = new Map<string, string>();
  for (const part of query.split('&').filter((one) => one !== '')) {
    const [name = '', ...rest] = part.split('=');
    if (parameters.has(name)) throw invalid(`The parameter ${name} is there twice.`);
    parameters.set(name, decoded(rest.join('=').replaceAll('+', ' ')));
  }
  return parameters;
}

function checkParameters(parameters: ReadonlyMap<string, string>, allowed: Checks): void {
  for (const [name, value] of parameters) {
    if (!allowed.get(name)?.test(value)) throw denied(`The parameter ${name} is not one that is taken here.`);
    if (name === 'prefix' && !hasPlainSegments(value)) throw denied('The prefix is not one of files.');
  }
}

/** The key below the bucket, decoded once; empty for the bucket itself. */
function keyOf(path: string, bucket: string): string {
  if (path === `/${bucket}` || path === `/${bucket}/`) return '';
  if (!path.startsWith(`/${bucket}/`) || ENCODED_SEPARATOR.test(path))
    throw denied('There is nothing for clients there.');
  return decoded(path.slice(bucket.length + 2));
}

function isReadable(key: string, isPresigned: boolean): boolean {
  return hasPlainSegments(key) && (FILE_KEY.test(key) || (isPresigned && ARCHIVE_KEY.test(key)));
}

/** No empty segment but the last, no `..`, no control characters: all servers agree on such a key. */
function hasPlainSegments(key: string): boolean {
  const segments = key.split('/');
  const last = segments.length - 1;
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  if (/[\u0000-\u001f\u007f\\]/.test(key)) return false;
  // the proxy throws at `/..x` and `x../` as well; names of files begin and end with neither
  if (/(^|\/)\.\.|\.\.(\/|$)/.test(key)) return false;
  return segments.every((one, at) => one !== '.' && (one !== '' || at === last));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('It is not percent-encoded correctly.');
  }
}

function denied(message: string): Refused {
  return new Refused({ status: 403, code: 'AccessDenied', message });
}

function invalid(message: string): Refused {
  return new Refused({ status: 400, code: 'InvalidRequest', message });
}
