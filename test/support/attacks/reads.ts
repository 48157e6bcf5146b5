import { at, bySession, type Attack, type Victim } from './attack.js';
import { pathOf, type WireRequest } from '../s3-wire.js';

/** Below the client's own prefix, then out of it by what `climb` writes for `../`. */
const climbing = (victim: Victim, climb: string): WireRequest => {
  const up = climb.repeat(victim.prefix.split('/').length - 1);
  return { path: `${pathOf(victim.bucket, victim.prefix)}${up}${victim.foreign.file}` };
};

/** Other objects, by every name that could be taken for one of the client's. */
export const READS: Attack[] = bySession([
  ["another account's file", (v) => at(v, v.foreign.file)],
  ["another account's file, its head", (v) => at(v, v.foreign.file, { method: 'HEAD' })],
  ["another account's file, in part", (v) => at(v, v.foreign.file, { headers: [['Range', 'bytes=0-9']] })],
  ["another account's file, a part by number", (v) => at(v, v.foreign.file, { query: 'partNumber=1' })],
  ["another account's file, a version", (v) => at(v, v.foreign.file, { query: 'versionId=null' })],
  ["another account's file, its tags", (v) => at(v, v.foreign.file, { query: 'tagging=' })],
  ["another account's file, its ACL", (v) => at(v, v.foreign.file, { query: 'acl=' })],
  [
    "another account's file, its attributes",
    (v) => at(v, v.foreign.file, { query: 'attributes=', headers: [['X-Amz-Object-Attributes', 'ETag,ObjectSize']] }),
  ],
  ["another account's file, its lock", (v) => at(v, v.foreign.file, { query: 'retention=' })],
  ["another account's archive", (v) => at(v, v.foreign.archive)],
  ["another account's PDF", (v) => at(v, v.foreign.pdf)],
  ['another shelf of the account', (v) => at(v, v.foreign.ownOther)],
  ['the archive of the own version, by the session', (v) => ({ path: v.archiveUrl.pathname })],
  ['a key at the top of the bucket', (v) => at(v, v.foreign.top)],
  ['a prefix that begins like the own one', (v) => at(v, v.foreign.sibling)],
  ['the own prefix in capitals', (v) => at(v, v.file.toUpperCase())],
  ['the bucket in capitals', (v) => ({ path: pathOf(v.bucket.toUpperCase(), v.foreign.file) })],
  ['climbing by ../', (v) => climbing(v, '../')],
  ['climbing by %2e%2e/', (v) => climbing(v, '%2e%2e/')],
  ['climbing by ..%2f', (v) => climbing(v, '..%2f')],
  ['climbing by .%2e%2F', (v) => climbing(v, '.%2e%2F')],
  ['climbing by %252e%252e/', (v) => climbing(v, '%252e%252e/')],
  ['climbing by ..%5c', (v) => climbing(v, '..%5c')],
  ['climbing by ..%c0%af', (v) => climbing(v, '..%c0%af')],
  ['slashes twice', (v) => ({ path: `//${v.bucket}//${v.foreign.file}` })],
  ['NUL behind the own prefix', (v) => ({ path: `${pathOf(v.bucket, v.file)}%00/../../${v.foreign.file}` })],
  ['an address in place of the path', (v) => ({ path: `${v.origin}${pathOf(v.bucket, v.foreign.file)}` })],
  [
    'the bucket as host',
    (v) => ({ path: `/${v.foreign.file}`, headers: [['Host', `${v.bucket}.${new URL(v.origin).host}`]] }),
  ],
  [
    'two hosts',
    (v) =>
      at(v, v.foreign.file, {
        headers: [
          ['Host', new URL(v.origin).host],
          ['Host', 'localhost'],
        ],
      }),
  ],
  [
    'another key in a header of proxies',
    (v) =>
      at(v, v.foreign.file, {
        headers: [
          ['X-Original-Url', pathOf(v.bucket, v.file)],
          ['X-Forwarded-Prefix', v.prefix],
        ],
      }),
  ],
]);
