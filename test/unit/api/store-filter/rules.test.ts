import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { judge, type RawRequest } from '../../../../api/store-filter/rules.js';

const BUCKET = 'shelfwright';
const VERSION = 'users/usr_1/shelves/shf_1/files/ver_1/';
const ARCHIVE = 'users/usr_1/shelves/shf_1/archives/ver_1.tar.gz';
const SIGNED = ['Host', 's3.example.com', 'Authorization', 'AWS4-HMAC-SHA256 Credential=a'];
const PRESIGNED = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=300&X-Amz-Signature=${'0'.repeat(64)}`;

const ask = (url: string, { method = 'GET', rawHeaders = SIGNED }: Partial<RawRequest> = {}) =>
  judge({ method, url, rawHeaders }, BUCKET).refusal?.status ?? 'passes';
const file = `/${BUCKET}/${VERSION}README.md`;
const list = `/${BUCKET}?list-type=2&prefix=${encodeURIComponent(VERSION)}`;

describe('passes', () => {
  test.each([
    ['a file', file],
    ['a name of other letters', `/${BUCKET}/${VERSION}%C3%9Cber%20uns%20%26%20mehr%25.md`],
    ['a folder, as mounts ask for it', `/${BUCKET}/${VERSION}part/`],
    ['a list', list],
    ['a list at the bucket with a slash', list.replace('?', '/?')],
    ['a list of version 1', `/${BUCKET}/?prefix=${VERSION}&marker=${VERSION}a&max-keys=1000&delimiter=%2F`],
    ['a list below a folder', `${list}part%2F`],
  ])('%s', (_what, url) => expect(ask(url)).toBe('passes'));

  test('an archive by its URL, and by nothing else', () => {
    expect(ask(`/${BUCKET}/${ARCHIVE}?${PRESIGNED}`, { rawHeaders: ['host', 'a:9000', 'Range', 'bytes=0-1'] })).toBe(
      'passes',
    );
    expect(ask(`/${BUCKET}/${ARCHIVE}`)).toBe(403);
  });

  test('only headers by name, in whatever case, and those as they are', () => {
    const rawHeaders = [
      ...SIGNED,
      'RANGE',
      'bytes=0-1',
      'Prefix',
      'x',
      'X-Amz-Copy-Source',
      'y',
      'Via',
      'a',
      'Via',
      'b',
      'Content-Length',
      '0',
    ];
    expect(judge({ method: 'GET', url: file, rawHeaders }, BUCKET).headers).toEqual({
      host: 's3.example.com',
      authorization: 'AWS4-HMAC-SHA256 Credential=a',
      range: 'bytes=0-1',
    });
  });
});

describe('a preflight', () => {
  const headers = (method: string) => [
    'Host',
    'a',
    'Origin',
    'https://a.example',
    'Access-Control-Request-Method',
    method,
  ];
  const preflight = (url: string, rawHeaders = headers('GET')) => ask(url, { method: 'OPTIONS', rawHeaders });

  test('of a read passes, without a signature', () => {
    for (const url of [file, list, `/${BUCKET}/${ARCHIVE}?${PRESIGNED}`]) expect(preflight(url)).toBe('passes');
    expect(preflight(file, headers('HEAD'))).toBe('passes');
  });

  test.each([
    ['of a write', file, headers('PUT')],
    ['of two methods', file, [...headers('GET'), 'access-control-request-method', 'PUT']],
    ['of no origin', file, ['Host', 'a', 'Access-Control-Request-Method', 'GET']],
    ['of work files', `/${BUCKET}/users/usr_1/shelves/shf_1/runs/1/info.json`, headers('GET')],
    ['of another bucket', '/other/a', headers('GET')],
  ])('%s is refused', (_what, url, rawHeaders) => expect(preflight(url, rawHeaders)).toBe(403));
});

describe('refuses', () => {
  test.each(['PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH', 'get'])('%s', (method) =>
    expect(ask(file, { method })).toBe(403),
  );

  test.each([
    ['no path', '', 400],
    ['another address', `http://other${file}`, 400],
    ['the top', '/', 403],
    ['another bucket', file.replace(BUCKET, 'shelfwright2'), 403],
    ['the bucket in capitals', file.replace(BUCKET, 'Shelfwright'), 403],
    ['the bucket encoded', file.replace('/s', '/%73'), 403],
    ['slashes twice', `/${file}`, 403],
    ['an empty segment', `/${BUCKET}/${VERSION}/README.md`, 403],
    ['climbing', `/${BUCKET}/${VERSION}../ver_2/README.md`, 403],
    ['climbing, encoded', `/${BUCKET}/${VERSION}%2e%2E/ver_2/README.md`, 403],
    ['climbing with an encoded slash', `/${BUCKET}/${VERSION}..%2fver_2/README.md`, 403],
    ['climbing with a backslash', `/${BUCKET}/${VERSION}..%5cver_2`, 403],
    ['a segment that begins with two dots', `/${BUCKET}/${VERSION}..x/a.md`, 403],
    ['a segment that ends with two dots', `/${BUCKET}/${VERSION}x%2e./a.md`, 403],
    ['a name that begins with two dots', `/${BUCKET}/${VERSION}..a.md`, 403],
    ['NUL', `${file}%00`, 403],
    ['no UTF-8', `${file}%ff`, 400],
    ['a percent sign', `${file}%`, 400],
    ['a raw backslash', `${file}\\`, 400],
    ['a raw letter of others', `${file}ü`, 400],
    ['a second question mark', `${file}?a?b`, 400],
    ['work files', `/${BUCKET}/users/usr_1/shelves/shf_1/runs/1/info.json`, 403],
    ['uploads', `/${BUCKET}/users/usr_1/uploads/a.pdf`, 403],
    ['the version itself', `/${BUCKET}/${VERSION}`, 403],
    ['something else among archives', `/${BUCKET}/${ARCHIVE}/x?${PRESIGNED}`, 403],
    ['administration', '/minio/admin/v3/info', 403],
    ['the STS', '/?Action=AssumeRole', 403],
    ['a subresource', `${file}?tagging`, 403],
    ['a version of an object', `${file}?versionId=null`, 403],
    ['a parameter of nobody', `${file}?a=1`, 403],
    ['a parameter of every object', `${file}?constructor=1`, 403],
    ['a parameter named like no member', `${file}?__proto__=1`, 403],
    ['a list without prefix', `/${BUCKET}?list-type=2`, 403],
    ['a list of all', `/${BUCKET}?list-type=2&prefix=`, 403],
    ['a list of a shelf', `/${BUCKET}?prefix=users/usr_1/shelves/shf_1/files/`, 403],
    ['a list that climbs', `${list}..%2F`, 403],
    ['a list with NUL', `${list}%00`, 403],
    ['Prefix', list.replace('prefix', 'Prefix'), 403],
    ['Prefix beside prefix', `${list}&Prefix=a`, 403],
    ['PREFIX beside prefix', `${list}&PREFIX=a`, 403],
    ['prefix with an encoded letter', `${list}&pre%66ix=a`, 403],
    ['two prefixes', `${list}&prefix=`, 400],
    ['a semicolon', `${list};prefix=`, 400],
    ['versions', list.replace('list-type=2', 'versions'), 403],
    ['another delimiter', `${list}&delimiter=a`, 403],
    ['metadata', `${list}&metadata=true`, 403],
    ['events', `${list}&events=s3%3AObjectCreated%3A*`, 403],
    ['a false time', `${list}&CurrentTime=2000-01-01T00:00:00Z`, 403],
    ['a signature of version 2', `${file}?AWSAccessKeyId=a&Expires=1&Signature=b`, 403],
    ['two signatures', `${file}?${PRESIGNED}`, 403],
  ])('%s', (_what, url, status) => expect(ask(url)).toBe(status));

  test.each([
    ['no signature', ['Host', 'a'], 403],
    ['a signature of version 2', ['Host', 'a', 'Authorization', 'AWS a:b'], 403],
    ['a token', ['Host', 'a', 'Authorization', 'Bearer a'], 403],
    ['no host', SIGNED.slice(2), 400],
    ['two hosts', [...SIGNED, 'host', 'b'], 400],
    ['two signatures', [...SIGNED, 'authorization', 'AWS4-HMAC-SHA256 b'], 400],
    ['two ranges', [...SIGNED, 'range', 'bytes=0-1', 'Range', 'bytes=2-3'], 400],
    ['a streamed body', [...SIGNED, 'X-Amz-Content-Sha256', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'], 403],
    ['a body', [...SIGNED, 'Content-Length', '1'], 400],
    ['a body in chunks', [...SIGNED, 'Transfer-Encoding', 'chunked'], 400],
  ])('%s', (_what, rawHeaders, status) => expect(ask(file, { rawHeaders })).toBe(status));
});

test('whatever passes is a file below a version, or a list of one', () => {
  const piece = fc.constantFrom(
    'users',
    'usr_1',
    'shelves',
    'shf_1',
    'files',
    'ver_1',
    'archives',
    'runs',
    '..',
    '.',
    '',
    '/',
    '%2f',
    '%2E%2e',
    '%00',
    '\\',
    'prefix=',
    'Prefix=',
    '&',
    '?',
    '=',
    BUCKET,
    'list-type=2',
    'a.md',
  );
  const joined = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('/'));
  const loose = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const urls = fc.oneof(
    loose,
    joined.map((path) => `/${BUCKET}/${path}`),
    joined.map((path) => `/${BUCKET}/${VERSION}${path}`),
    loose.map((query) => `${list}&${query}`),
  );
  fc.assert(
    fc.property(urls, (url) => {
      if (ask(url) !== 'passes') return;
      const { pathname, searchParams } = new URL(url, 'http://a');
      const below = searchParams.get('prefix') ?? decodeURIComponent(pathname).slice(BUCKET.length + 2);
      expect(below).toMatch(/^users\/[\w-]+\/shelves\/[\w-]+\/files\/[\w-]+\//);
      expect([...searchParams.keys()].filter((name) => name.toLowerCase() === 'prefix').length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 2_000 },
  );
});
