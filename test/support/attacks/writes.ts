import { at, bySession, type Attack } from './attack.js';
import { pathOf } from '../s3-wire.js';

export const WRITES: Attack[] = bySession([
  ['a file of the own prefix', (v) => at(v, v.file, { method: 'PUT', body: 'mine' })],
  ['a new file of the own prefix', (v) => at(v, `${v.prefix}new.md`, { method: 'PUT', body: 'mine' })],
  ["another account's file", (v) => at(v, v.foreign.file, { method: 'PUT', body: 'mine' })],
  ['no file any more', (v) => at(v, v.file, { method: 'DELETE' })],
  [
    'a copy of another file',
    (v) =>
      at(v, `${v.prefix}new.md`, { method: 'PUT', headers: [['X-Amz-Copy-Source', pathOf(v.bucket, v.foreign.file)]] }),
  ],
  [
    'a copy of another file, by a read',
    (v) => at(v, v.file, { headers: [['X-Amz-Copy-Source', pathOf(v.bucket, v.foreign.file)]] }),
    'own',
  ],
  ['another method in a header', (v) => at(v, v.file, { headers: [['X-Http-Method-Override', 'DELETE']] }), 'own'],
  ['another method in the query', (v) => at(v, v.file, { query: '_method=DELETE' }), 'own'],
  ['tags', (v) => at(v, v.file, { method: 'PUT', query: 'tagging=', body: '<Tagging><TagSet/></Tagging>' })],
  ['an ACL', (v) => at(v, v.file, { method: 'PUT', query: 'acl=', headers: [['X-Amz-Acl', 'public-read']] })],
  [
    'a lock',
    (v) => at(v, v.file, { method: 'PUT', query: 'legal-hold=', body: '<LegalHold><Status>ON</Status></LegalHold>' }),
  ],
  ['an upload in parts', (v) => at(v, `${v.prefix}new.md`, { method: 'POST', query: 'uploads=' })],
  ['a part', (v) => at(v, `${v.prefix}new.md`, { method: 'PUT', query: 'partNumber=1&uploadId=x', body: 'mine' })],
  [
    'an archive to be unpacked',
    (v) =>
      at(v, `${v.prefix}new.tar`, {
        method: 'PUT',
        headers: [['X-Amz-Meta-Snowball-Auto-Extract', 'true']],
        body: 'mine',
      }),
  ],
  [
    'a query over a file',
    (v) =>
      at(v, v.foreign.file, { method: 'POST', query: 'select=&select-type=2', body: '<SelectObjectContentRequest/>' }),
  ],
  ['a restore', (v) => at(v, v.file, { method: 'POST', query: 'restore=', body: '<RestoreRequest/>' })],
  [
    "the bucket's policy",
    (v) => ({
      method: 'PUT',
      path: `/${v.bucket}/`,
      query: 'policy=',
      body: '{"Version":"2012-10-17","Statement":[]}',
    }),
  ],
  [
    "the bucket's versions",
    (v) => ({ method: 'PUT', path: `/${v.bucket}/`, query: 'versioning=', body: '<VersioningConfiguration/>' }),
  ],
  ['no bucket any more', (v) => ({ method: 'DELETE', path: `/${v.bucket}/` })],
  ['a new bucket', () => ({ method: 'PUT', path: '/another-bucket/' })],
]);
