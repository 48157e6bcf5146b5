/** Operations of a review that are refused as soon as they are sent, and the bounds of those that are kept. */
import { describe, expect, test } from '@jest/globals';
import { MAX_OPERATIONS } from '../../contract/vocabulary.js';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import type { TestApp } from '../support/app.js';
import { keptEdits, NOTE, reviewRequests, setUpEditedReview, type EditedReview } from '../support/review-edits.js';

const MIB = 1024 * 1024;
let api: TestApp;
let account: Account;
let shelf: Shelf;
let one: EditedReview['one'];
let two: EditedReview['two'];
setUpEditedReview((given) => ({ api, account, shelf, one, two } = given));

const { at, pending, preview, keep } = reviewRequests(() => ({ shelf, one }));
const rows = () => keptEdits({ api, account });

describe('operations are refused at once', () => {
  test.each<[string, object[], object]>([
    ['of a file that there is not', [NOTE, { type: 'delete', path: 'no.md' }], { index: 1, reason: 'not_found' }],
    ['onto another', [{ type: 'rename', from: '02-part', to: 'README.md' }], { index: 0, reason: 'target_exists' }],
    ['on what the service keeps', [{ type: 'delete', path: 'metadata.json' }], { reason: 'reserved_path' }],
    ['on the source map', [{ ...NOTE, path: 'source-map/a.json' }], { reason: 'reserved_path', member: 'path' }],
    ['into itself', [{ type: 'rename', from: '02-part', to: '02-part/x' }], { reason: 'target_inside_source' }],
    ['in other case', [{ ...NOTE, path: '01-Introduction.md' }], { reason: 'case_conflict' }],
    ['that climb out', [{ ...NOTE, path: '../x.md' }], { reason: 'invalid_path', index: 0 }],
    ['with an absolute path', [{ ...NOTE, path: '/etc/passwd' }], { reason: 'invalid_path' }],
    ['with a backslash', [{ ...NOTE, path: '..\\x.md' }], { reason: 'invalid_path' }],
    ['with a path that is too long', [{ ...NOTE, path: `${'a/'.repeat(300)}b` }], { reason: 'invalid_path' }],
    ['with a NUL', [{ ...NOTE, content: 'a\0b' }], { reason: 'invalid_characters', member: 'content' }],
    ['of a kind that there is not', [{ type: 'chmod', path: 'x' }], { reason: 'unknown_type' }],
    [
      'after one that took it away',
      [
        { type: 'delete', path: '02-part' },
        { type: 'delete', path: '02-part/01-what.md' },
      ],
      { index: 1, reason: 'not_found' },
    ],
  ])('%s', async (_what, operations, details) => {
    for (const refused of [await keep(operations), await preview({ operations })])
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { code: 'VALIDATION_ERROR', details: { field: 'operations', ...details } },
      ]);
    expect(await rows()).toBe(0);
  });

  test('10,000, or more than 16 MiB', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ ...NOTE, path: `${index}.md` }));
    expect((await keep(many)).json()).toMatchObject({ details: { reason: 'too_many', max: MAX_OPERATIONS } });
    const large = Array.from({ length: 17 }, (_, index) => ({
      ...NOTE,
      path: `${index}.md`,
      content: 'x'.repeat(MIB),
    }));
    expect((await keep(large)).json()).toMatchObject({ details: { reason: 'too_large', maxBytes: 16 * MIB } });
    const body = await keep([{ ...NOTE, content: 'x'.repeat(33 * MIB) }]);
    expect([body.statusCode, body.json()]).toMatchObject([400, { details: { field: 'body', reason: 'too_large' } }]);
    expect(await rows()).toBe(0);
  });

  test('but as many and as large as approve takes are kept', async () => {
    const content = 'ü'.repeat(8 * 1024 - 10);
    const operations = Array.from({ length: MAX_OPERATIONS }, (_, index) => ({
      ...NOTE,
      path: `${index}.md`,
      content,
    }));
    expect((await keep(operations)).statusCode).toBe(200);
    expect((await pending(two)).operations).toEqual(operations);
  });

  test.each([
    [undefined, 'body', 'required'],
    ['[]', 'body', 'invalid_type'],
    ['{', 'body', 'invalid_json'],
    ['{"draft":"ver_1","revision":0}', 'operations', 'required'],
    ['{"revision":0,"operations":[]}', 'draft', 'required'],
    ['{"draft":"ver_1","operations":[]}', 'revision', 'required'],
    ['{"draft":1,"revision":0,"operations":[]}', 'draft', 'invalid_type'],
    ['{"draft":"ver_1","revision":1.5,"operations":[]}', 'revision', 'invalid_type'],
    ['{"draft":"ver_1","revision":-1,"operations":[]}', 'revision', 'invalid_type'],
    ['{"draft":"ver_1","revision":2147483647,"operations":[]}', 'revision', 'invalid_type'],
    ['{"draft":"ver_1","revision":"0","operations":[]}', 'revision', 'invalid_type'],
  ])('in a body that is none: %s', async (payload, field, reason) => {
    const headers = { 'content-type': 'application/json' };
    const refused = await one({ method: 'PUT', url: at('/operations'), headers, ...(payload && { payload }) });
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { details: { field, reason } }]);
  });
});
