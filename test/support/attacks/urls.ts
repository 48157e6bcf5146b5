import { asTheyStand, at, list, own, type Attack, type Attacks, type Victim } from './attack.js';
import { unsignedWrite } from './key-ids.js';
import { encoded, presigned, send, signed, type WireRequest } from '../s3-wire.js';

const archive = ({ archiveUrl }: Victim, more: Partial<WireRequest> = {}): WireRequest => ({
  path: archiveUrl.pathname,
  query: archiveUrl.search.slice(1),
  ...more,
});
const SIGNATURE = /X-Amz-Signature=[0-9a-f]+/;
export const PRESIGNED: Attack[] = asTheyStand([
  ['the URL with PUT', (v) => archive(v, { method: 'PUT', body: 'mine' })],
  ['the URL with PUT and no signature over the body', (v) => unsignedWrite(v, '', archive(v))],
  [
    "the URL's query, another key, no signature over the body",
    (v) => unsignedWrite(v, v.foreign.file, { query: v.archiveUrl.search.slice(1) }),
  ],
  ['the URL with DELETE', (v) => archive(v, { method: 'DELETE' })],
  ['the URL with POST', (v) => archive(v, { method: 'POST', query: `uploads=&${v.archiveUrl.search.slice(1)}` })],
  ["the URL's query on another archive", (v) => at(v, v.foreign.archive, { query: v.archiveUrl.search.slice(1) })],
  ["the URL's query on another file", (v) => at(v, v.foreign.file, { query: v.archiveUrl.search.slice(1) })],
  ["the URL's query on a list", (v) => list(v, `prefix=&${v.archiveUrl.search.slice(1)}`)],
  [
    'the URL with a longer life',
    (v) => archive(v, { query: v.archiveUrl.search.slice(1).replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800') }),
  ],
  [
    'the URL with another date',
    (v) => archive(v, { query: v.archiveUrl.search.slice(1).replace(/X-Amz-Date=\d+/, 'X-Amz-Date=20990101') }),
  ],
  [
    'the URL with another name of the download',
    (v) => archive(v, { query: v.archiveUrl.search.slice(1).replace('shf_', 'exe_') }),
  ],
  [
    'the URL with another signature',
    (v) => archive(v, { query: v.archiveUrl.search.slice(1).replace(SIGNATURE, `X-Amz-Signature=${'0'.repeat(64)}`) }),
  ],
  [
    'the URL with a second signature',
    (v) => archive(v, { query: `X-Amz-Signature=${'0'.repeat(64)}&${v.archiveUrl.search.slice(1)}` }),
  ],
  ['the URL without its signature', (v) => archive(v, { query: v.archiveUrl.search.slice(1).replace(SIGNATURE, '') })],
  ['the URL with a version', (v) => archive(v, { query: `versionId=null&${v.archiveUrl.search.slice(1)}` })],
  [
    'the URL with the token of the session',
    (v) =>
      at(v, v.foreign.archive, {
        query: `${v.archiveUrl.search.slice(1)}&X-Amz-Security-Token=${encoded(v.session.sessionToken ?? '')}`,
      }),
  ],
]);

export const SESSION_URLS: Attack[] = (
  [
    ['a URL of another file, made by the session', (v) => at(v, v.foreign.file)],
    ['a URL of a write, made by the session', (v) => at(v, v.file, { method: 'PUT' })],
    ['a URL of a list, made by the session', (v) => list(v, `prefix=${encoded(v.foreignPrefix)}`)],
    ['a URL of a list with Prefix, made by the session', (v) => list(v, `Prefix=${encoded(v.prefix)}&prefix=`), 'open'],
  ] as Attacks
).map(([name, build, store = 'refused']) => ({
  name,
  store,
  send: (victim) => send(victim.origin, presigned(victim.origin, victim.session, build(victim))),
}));

export const ENDED: Attack[] = (
  [
    ['a file, after the end', (v) => at(v, v.file)],
    ['a list, after the end', (v) => list(v, own(v))],
    [
      'a list, after the end, with a false time in the query',
      (v) => list(v, `${own(v)}&CurrentTime=2000-01-01T00%3A00%3A00Z`),
    ],
    [
      'a file, after the end, with a false time in the query',
      (v) => at(v, v.file, { query: 'CurrentTime=2000-01-01T00%3A00%3A00Z' }),
    ],
    [
      'a file, after the end, with a false time in a header',
      (v) => at(v, v.file, { headers: [['CurrentTime', '2000-01-01T00:00:00Z']] }),
    ],
    [
      'a file, after the end, with a false date',
      (v) => at(v, v.file, { headers: [['Date', 'Sat, 01 Jan 2000 00:00:00 GMT']] }),
    ],
  ] as Attacks
).map(([name, build, store = 'refused']) => ({
  name,
  store,
  send: (victim) => send(victim.origin, signed(victim.origin, victim.ended, build(victim))),
}));
