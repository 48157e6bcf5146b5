/** The form of an approval's operations, judged before the tree is looked at. */
import { describe, expect, test } from '@jest/globals';
import { checkOperations, operationsOf } from '../../../contract/operations.js';
import { ServiceError } from '../../../contract/errors.js';
import { pathProblem } from '../../../contract/vocabulary.js';

function detailsOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error instanceof ServiceError && error.code === 'VALIDATION_ERROR' ? error.details : error;
  }
  return 'accepted';
}

const write = (path: unknown, content: unknown = ''): unknown => ({ type: 'write', path, content });
const at = (index: number, reason: string, member?: string): object => ({
  field: 'operations',
  index,
  reason,
  ...(member !== undefined && { member }),
});

test.each([undefined, null, {}, { operations: null }, { operations: [] }, { other: 1 }])(
  'a body of %j asks for no operations',
  (body) => {
    expect(operationsOf(body)).toEqual([]);
  },
);

test.each(['text', 7, true, [], [{ type: 'delete', path: 'a.md' }]])('a body of %j is refused', (body) => {
  expect(detailsOf(() => operationsOf(body))).toEqual({ field: 'body', reason: 'invalid_type' });
});

test('every kind is taken, with its own members alone', () => {
  const operations = [
    { type: 'rename', from: 'a.md', to: 'b/c.md' },
    { type: 'delete', path: 'd.md' },
    { type: 'mkdir', path: 'e' },
    { type: 'write', path: 'f.md', content: '' },
  ];
  expect(checkOperations(operations.map((one) => ({ ...one, extra: 1 })))).toEqual(operations);
});

test.each([
  ['an object', {}, { field: 'operations', reason: 'invalid_type' }],
  ['text', 'delete', { field: 'operations', reason: 'invalid_type' }],
  ['an operation of null', [null], at(0, 'invalid_type')],
  ['an operation of text', ['delete a.md'], at(0, 'invalid_type')],
  ['an operation of a list', [[]], at(0, 'invalid_type')],
  ['no type', [{ path: 'a.md' }], at(0, 'required', 'type')],
  ['a type of number', [{ type: 1, path: 'a.md' }], at(0, 'invalid_type', 'type')],
  ['a strange type', [{ type: 'chmod', path: 'a.md' }], at(0, 'unknown_type', 'type')],
  ['a type of an object', [{ type: 'constructor', path: 'a.md' }], at(0, 'unknown_type', 'type')],
  ['a rename without from', [{ type: 'rename', to: 'a.md' }], at(0, 'required', 'from')],
  ['a rename without to', [{ type: 'rename', from: 'a.md' }], at(0, 'required', 'to')],
  ['a delete without path', [write('a.md'), { type: 'delete', from: 'a.md' }], at(1, 'required', 'path')],
  ['a mkdir without path', [{ type: 'mkdir' }], at(0, 'required', 'path')],
  ['a write without content', [{ type: 'write', path: 'a.md' }], at(0, 'required', 'content')],
  ['a write of null', [write('a.md', null)], at(0, 'invalid_type', 'content')],
  ['a write of an object', [write('a.json', {})], at(0, 'invalid_type', 'content')],
  ['a path of a list', [write(['a.md'])], at(0, 'invalid_type', 'path')],
  ['NUL in content', [write('a.md', 'a\0b')], at(0, 'invalid_characters', 'content')],
  ['half a character in content', [write('a.md', 'a\ud800b')], at(0, 'invalid_characters', 'content')],
  ['a bad path behind a good one', [write('a.md'), { type: 'delete', path: '../a.md' }], at(1, 'invalid_path', 'path')],
  ['a bad target', [{ type: 'rename', from: 'a.md', to: '/a.md' }], at(0, 'invalid_path', 'to')],
])('refuses %s', (_, operations, details) => {
  expect(detailsOf(() => checkOperations(operations))).toEqual(details);
});

describe('paths', () => {
  const long = 'x'.repeat(100);
  test.each([
    '',
    '/a.md',
    'a.md/',
    'a//b.md',
    '.',
    '..',
    './a.md',
    'a/./b.md',
    'a/../b.md',
    '../a.md',
    'a\\b.md',
    'C:\\a.md',
    'a\0.md',
    'a\n.md',
    'a\u007f.md',
    'a\u0085.md',
    'e\u0301.md',
    'a\ud800.md',
    `${long}x`,
    `a/${long}x/b`,
    `${`${long}/`.repeat(4)}x`,
    'a\u202ecod.md',
    'a\u200b.md',
    '\ufeffa.md',
    'a\u{e0041}.md',
    'a\u{e01f0}.md',
    'a\u{1d173}.md',
    '漢'.repeat(84),
    `${`${'漢'.repeat(80)}/`.repeat(3)}${'漢'.repeat(80)}`,
  ])('%j is refused', (path) => {
    expect(detailsOf(() => checkOperations([write(path)]))).toEqual(at(0, 'invalid_path', 'path'));
  });

  test.each([
    'a',
    'a.md',
    'a b/c d.md',
    '...',
    '.hidden',
    'a..b.md',
    '%2e%2e/a.md',
    '\u00e9.md',
    'می\u200cخواهم.md',
    'a:b?c#d.md',
    '😀'.repeat(50),
    long,
    `${`${long}/`.repeat(3)}${'x'.repeat(97)}`,
  ])('%j is taken', (path) => {
    expect(pathProblem(path)).toBeNull();
  });
});

describe('how many', () => {
  const many = (count: number): unknown[] => Array.from({ length: count }, (_, n) => write(`${n}.md`));

  test('1,000 operations are taken, one more is not', () => {
    expect(checkOperations(many(1000))).toHaveLength(1000);
    const details = { field: 'operations', reason: 'too_many', max: 1000 };
    expect(detailsOf(() => checkOperations(many(1001)))).toEqual(details);
    expect(detailsOf(() => checkOperations(Array.from({ length: 10_000 }, () => null)))).toEqual(details);
  });

  test('16 MiB of text in UTF-8 are taken, one byte more is not', () => {
    const half = 'é'.repeat(4 * 1024 * 1024);
    // what else is counted: the types and the paths
    const rest = 2 * 'writea.md'.length;
    const operations = (last: string): unknown[] => [write('a.md', half), write('b.md', half.slice(rest / 2) + last)];
    expect(checkOperations(operations(''))).toHaveLength(2);
    const details = { field: 'operations', reason: 'too_large', maxBytes: 16 * 1024 * 1024 };
    expect(detailsOf(() => checkOperations(operations('x')))).toEqual(details);
  });
});
