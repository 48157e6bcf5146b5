/** Requests of S3 byte for byte, with signatures of version 4 over whatever they are: what a client's library would not send. */
import { createHash, createHmac } from 'node:crypto';
import { request } from 'node:http';

export interface Keys {
  accessKey: string;
  secretKey: string;
  sessionToken?: string;
}

export type Header = [name: string, value: string];

export interface WireRequest {
  method?: string;
  /** As it is sent, percent-encoding and all. */
  path: string;
  /** As it is sent, without its question mark. */
  query?: string;
  headers?: Header[];
  body?: string | Buffer;
}

export interface WireReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const REGION = 'us-east-1';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** As S3 writes both sides of the query and the path: everything but unreserved characters. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A key as the path of a request. */
export function pathOf(bucket: string, key: string): string {
  return `/${bucket}/${key.split('/').map(encoded).join('/')}`;
}

export const queryOf = (parameters: Record<string, string>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');

export const timeOf = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');

/** Signs the headers that the request has, host and date among them. */
export function signed(
  origin: string,
  keys: Keys,
  wire: WireRequest,
  { service = 's3', at = new Date() } = {},
): WireRequest {
  const time = timeOf(at);
  const given = wire.headers ?? [];
  const has = (name: string) => given.some(([one]) => one.toLowerCase() === name);
  const hash = sha256(wire.body ?? '');
  const headers: Header[] = [
    ...given,
    ...(has('host') ? [] : [['Host', new URL(origin).host] as Header]),
    ['X-Amz-Date', time],
    ...(has('x-amz-content-sha256') ? [] : [['X-Amz-Content-Sha256', hash] as Header]),
    ...(keys.sessionToken ? [['X-Amz-Security-Token', keys.sessionToken] as Header] : []),
  ];
  const names = [...new Set(headers.map(([name]) => name.toLowerCase()))].toSorted();
  const valueOf = (name: string) =>
    headers
      .filter(([one]) => one.toLowerCase() === name)
      .map(([, value]) => value.trim())
      .join(',');
  const canonicalHeaders = names.map((name) => `${name}:${valueOf(name)}\n`).join('');
  const payload = valueOf('x-amz-content-sha256');
  const signature = signatureOf(keys, { ...wire, canonicalHeaders, names, payload, time, service });
  const scope = `${time.slice(0, 8)}/${REGION}/${service}/aws4_request`;
  const authorization = `${ALGORITHM} Credential=${keys.accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...wire, headers: [...headers, ['Authorization', authorization]] };
}

/** Signs the query; host alone of the headers. */
export function presigned(
  origin: string,
  keys: Keys,
  wire: WireRequest,
  { at = new Date(), seconds = 300 } = {},
): WireRequest {
  const time = timeOf(at);
  const own = queryOf({
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${keys.accessKey}/${time.slice(0, 8)}/${REGION}/s3/aws4_request`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
    ...(keys.sessionToken && { 'X-Amz-Security-Token': keys.sessionToken }),
  });
  const query = [wire.query, own].filter(Boolean).join('&');
  const canonicalHeaders = `host:${new URL(origin).host}\n`;
  const parts = { ...wire, query, canonicalHeaders, names: ['host'], payload: 'UNSIGNED-PAYLOAD', time, service: 's3' };
  return { ...wire, query: `${query}&X-Amz-Signature=${signatureOf(keys, parts)}` };
}

interface Parts extends WireRequest {
  canonicalHeaders: string;
  names: string[];
  payload: string;
  time: string;
  service: string;
}

function signatureOf({ secretKey }: Keys, parts: Parts): string {
  const { method = 'GET', path, query = '', canonicalHeaders, names, payload, time, service } = parts;
  const request = [method, canonicalPath(path), canonicalQuery(query), canonicalHeaders, names.join(';'), payload];
  const day = time.slice(0, 8);
  const scope = `${day}/${REGION}/${service}/aws4_request`;
  const key = [day, REGION, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  return hmac(key, [ALGORITHM, time, scope, sha256(request.join('\n'))].join('\n')).toString('hex');
}

/** As the server sees it: decoded once, then encoded anew. */
function canonicalPath(path: string): string {
  return loosely(path).split('/').map(encoded).join('/');
}

function canonicalQuery(query: string): string {
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((part) => {
      const [name = '', ...rest] = part.split('=');
      return [name, rest.join('=')].map((text) => encoded(loosely(text.replaceAll('+', ' ')))) as [string, string];
    });
  // by names alone, in the order given: as the server writes them
  return pairs
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map((pair) => pair.join('='))
    .join('&');
}

function loosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // no such path: any signature will do
  }
}

/** Sends the request as it stands: no header is added but the length of a body. */
export function send(
  origin: string,
  { method = 'GET', path, query, headers = [], body }: WireRequest,
): Promise<WireReply> {
  const { hostname, port, host } = new URL(origin);
  const all: Header[] = headers.some(([name]) => name.toLowerCase() === 'host')
    ? headers
    : [['Host', host], ...headers];
  const length: Header[] = body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
  return new Promise((resolve, reject) => {
    const target = query === undefined ? path : `${path}?${query}`;
    const options = {
      hostname,
      port,
      method,
      path: target,
      setHost: false,
      headers: [...all, ...length].flat(),
      agent: false,
    };
    request({ ...options, timeout: 20_000 } as object, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        });
      });
      response.on('error', reject);
    })
      .on('timeout', function (this: { destroy: (error: Error) => void }) {
        this.destroy(new Error(`${method} ${path}: no answer`));
      })
      .on('error', reject)
      .end(body);
  });
}
