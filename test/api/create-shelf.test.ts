import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Upload } from '../../entities/upload.js';
import { Shelf } from '../../entities/shelf.js';
import { buildTestApp, hash, type TestApp } from '../support/app.js';
import { fileField, form, FORM_TYPE, SMALL_PDF, type Field } from '../support/forms.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

async function post(key: string, fields: Field[], headers: Record<string, string> = {}) {
  return api.as(key)({
    method: 'POST',
    url: '/v1/shelves',
    headers: { ...FORM_TYPE, ...headers },
    payload: form(...fields),
  });
}

async function objects(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of api.storage.list('users/')) keys.push(key);
  return keys;
}

describe('201', () => {
  test('stores the PDF, makes a shelf and starts its run with the request id', async () => {
    const { account, key } = await api.user();
    const response = await post(key, [fileField()], { 'x-request-id': 'upload-1' });
    expect(response.statusCode).toBe(201);
    expect(response.headers['x-request-id']).toBe('upload-1');
    const shelf = response.json<{ publicId: string }>();
    expect(shelf).toMatchObject({
      userId: account.publicId,
      name: 'report',
      status: 'uploading',
      template: null,
      originalFileName: 'report.pdf',
      mimeType: 'application/pdf',
      reviewMode: false,
      quality: { mode: 'balanced', tier: null, granularity: null, fallbackApplied: false },
      pageCount: null,
      storageSizeBytes: null,
    });
    expect(api.started.at(-1)).toEqual(['shelf', { shelfPublicId: shelf.publicId, run: 1, requestId: 'upload-1' }]);
    const row = await api.database.manager.findOneByOrFail(Shelf, { publicId: shelf.publicId });
    const upload = await api.database.manager.findOneByOrFail(Upload, { id: row.uploadId });
    expect(upload).toMatchObject({ sizeBytes: SMALL_PDF.length, sha256: hash(SMALL_PDF), shelfId: row.id });
    expect(await api.storage.get(upload.objectKey)).toEqual(SMALL_PDF);
  });

  test('takes fields after the file as well as before it', async () => {
    const { key } = await api.user();
    const fields: Field[] = [
      ['name', '  My book  '],
      ['template', 'book'],
      ['acceptancePolicy', 'strict'],
      ['review', 'false'],
      ['later', 'unknown fields are ignored'],
    ];
    const expected = { name: 'My book', template: 'book', reviewMode: false, quality: { mode: 'strict' } };
    expect((await post(key, [fileField(), ...fields])).json()).toMatchObject(expected);
    expect((await post(key, [...fields, fileField()])).json()).toMatchObject(expected);
  });

  test.each([
    ['de', 'deu'],
    ['ger, en', 'deu+eng'],
    ['fra,fr,deu', 'fra+deu'],
    [undefined, null],
  ])('keeps the language %s with the PDF', async (language, languages) => {
    const { key } = await api.user();
    const response = await post(key, [
      fileField(),
      ...(language === undefined ? [] : [['language', language] as Field]),
    ]);
    expect(response.statusCode).toBe(201);
    const { publicId } = response.json<{ publicId: string }>();
    const { uploadId } = await api.database.manager.findOneByOrFail(Shelf, { publicId });
    expect(await api.database.manager.findOneByOrFail(Upload, { id: uploadId })).toMatchObject({ languages });
  });

  test.each([
    ['Größe 契約.pdf', 'Größe 契約.pdf', 'Größe 契約'],
    ['say "hi".pdf', 'say "hi".pdf', 'say "hi"'],
    ['dir/sub\\deep.PDF', 'deep.PDF', 'deep'],
    ['.pdf', '.pdf', '.pdf'],
    [`${'long'.repeat(40)}.pdf`, `${'long'.repeat(40)}.pdf`, 'long'.repeat(25)],
    [`${'😀'.repeat(120)}.pdf`, `${'😀'.repeat(120)}.pdf`, '😀'.repeat(100)],
    ['nul\0and\u0007bell.pdf', 'nulandbell.pdf', 'nulandbell'],
    ['bill\u202efdp.exe\u{e0041}.pdf', 'billfdp.exe.pdf', 'billfdp.exe'],
  ])('names a shelf after its file, case %#', async (sent, originalFileName, name) => {
    const { key } = await api.user();
    expect((await post(key, [fileField(SMALL_PDF, sent)])).json()).toMatchObject({ originalFileName, name });
  });

  test('finds the mark of a PDF within the first 1,024 bytes', async () => {
    const { key } = await api.user();
    const late = Buffer.concat([Buffer.alloc(1019, ' '), SMALL_PDF]);
    expect((await post(key, [fileField(late)])).statusCode).toBe(201);
    const tooLate = Buffer.concat([Buffer.alloc(1020, ' '), SMALL_PDF]);
    expect((await post(key, [fileField(tooLate)])).json()).toMatchObject({ details: { reason: 'not_pdf' } });
  });

  test('takes a file part without a name when its type says that it is one', async () => {
    const { key } = await api.user();
    const payload = form(['file', SMALL_PDF.toString('latin1')]).toString('latin1');
    const typed = payload.replace('name="file"\r\n', 'name="file"\r\nContent-Type: application/pdf\r\n');
    const response = await api.as(key)({ method: 'POST', url: '/v1/shelves', headers: FORM_TYPE, payload: typed });
    expect(response.json()).toMatchObject({ originalFileName: 'document.pdf', name: 'document' });
  });
});

describe('400', () => {
  const many = Array.from({ length: 51 }, (_, index): Field => [`field${index}`, 'x']);
  test.each<[string, Field[], object]>([
    ['no file', [['name', 'x']], { field: 'file', reason: 'required' }],
    [
      'a file field that nobody filled in',
      [{ name: 'file', fileName: '', content: Buffer.alloc(0) }],
      { field: 'file', reason: 'required' },
    ],
    ['a file that is only text', [['file', '%PDF-1.7']], { field: 'file', reason: 'required' }],
    ['an empty file', [fileField(Buffer.alloc(0))], { field: 'file', reason: 'empty' }],
    [
      'a file that is no PDF',
      [fileField(Buffer.from('PK\u0003\u0004 not a pdf'))],
      { field: 'file', reason: 'not_pdf' },
    ],
    ['two files', [fileField(), fileField()], { field: 'file', reason: 'duplicate' }],
    ['a file whose name has a line break', [fileField(SMALL_PDF, 'a\nb.pdf')], { field: 'file', reason: 'required' }],
    ['two names', [fileField(), ['name', 'a'], ['name', 'b']], { field: 'name', reason: 'duplicate' }],
    ['a blank name', [fileField(), ['name', '   ']], { field: 'name', reason: 'too_short' }],
    ['a long name', [fileField(), ['name', 'x'.repeat(101)]], { field: 'name', reason: 'too_long' }],
    ['a name with NUL', [fileField(), ['name', 'a\0b']], { field: 'name', reason: 'invalid_characters' }],
    ['a name that turns around', [fileField(), ['name', 'a\u202eb']], { field: 'name', reason: 'invalid_characters' }],
    ['a name with tags', [fileField(), ['name', 'a\u{e0041}']], { field: 'name', reason: 'invalid_characters' }],
    ['an unknown template', [fileField(), ['template', 'novel']], { field: 'template', reason: 'invalid_value' }],
    [
      'an unknown policy',
      [fileField(), ['acceptancePolicy', 'lax']],
      { field: 'acceptancePolicy', reason: 'invalid_value' },
    ],
    [
      'a language that is not installed',
      [fileField(), ['language', 'de,nl']],
      { field: 'language', reason: 'not_installed', installed: ['eng', 'deu', 'fra'] },
    ],
    [
      'a language that is none',
      [fileField(), ['language', 'a b']],
      { field: 'language', reason: 'not_installed', installed: ['eng', 'deu', 'fra'] },
    ],
    [
      'more languages than there can be',
      [fileField(), ['language', 'en,'.repeat(20_000)]],
      { field: 'language', reason: 'not_installed', installed: ['eng', 'deu', 'fra'] },
    ],
    [
      'an empty language',
      [fileField(), ['language', '']],
      { field: 'language', reason: 'not_installed', installed: ['eng', 'deu', 'fra'] },
    ],
    [
      'two languages apart',
      [fileField(), ['language', 'de'], ['language', 'en']],
      { field: 'language', reason: 'duplicate' },
    ],
    ['review with a key', [fileField(), ['review', 'true']], { field: 'review', reason: 'deprecated' }],
    ['review that is neither', [fileField(), ['review', 'yes']], { field: 'review', reason: 'invalid_value' }],
    ['a field too large', [fileField(), ['name', 'x'.repeat(70_000)]], { field: 'name', reason: 'too_large' }],
    ['too many parts', [fileField(), ...many], { field: 'body', reason: 'too_many_parts' }],
  ])('refuses %s and leaves nothing behind', async (_what, fields, details) => {
    const { account, key } = await api.user();
    const response = await post(key, fields);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_ERROR', details });
    expect(await api.database.manager.countBy(Upload, { accountId: account.id })).toBe(0);
    expect((await objects()).filter((one) => one.includes(account.publicId))).toEqual([]);
  });

  test('refuses a form that breaks off', async () => {
    const { key } = await api.user();
    const payload = form(fileField()).subarray(0, -10);
    const response = await api.as(key)({ method: 'POST', url: '/v1/shelves', headers: FORM_TYPE, payload });
    expect(response.json()).toMatchObject({
      code: 'VALIDATION_ERROR',
      // in our words, not the parser's
      message: 'The form cannot be read, or ends early.',
      details: { field: 'body', reason: 'malformed_multipart' },
    });
  });

  test.each([
    ['application/json', '{}'],
    ['multipart/form-data', 'no boundary'],
    ['text/plain', 'x'],
    ['application/x-www-form-urlencoded', 'name=x'],
  ])('refuses content of type %s', async (type, payload) => {
    const { key } = await api.user();
    const response = await api.as(key)({
      method: 'POST',
      url: '/v1/shelves',
      headers: { 'content-type': type },
      payload,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ details: { field: 'content-type', reason: 'unsupported' } });
  });

  test('refuses a request without a body', async () => {
    const { key } = await api.user();
    expect((await api.as(key)({ method: 'POST', url: '/v1/shelves' })).statusCode).toBe(400);
  });
});

describe('Idempotency-Key', () => {
  test('gives a repeat the answer of the first, and makes one shelf', async () => {
    const { account, key } = await api.user();
    const headers = { 'idempotency-key': 'once' };
    const first = await post(key, [fileField(), ['name', 'Once']], headers);
    const repeat = await post(key, [['name', 'Once'], fileField()], headers);
    expect([first.statusCode, repeat.statusCode]).toEqual([201, 201]);
    expect(repeat.body).toBe(first.body);
    expect(await api.database.manager.countBy(Shelf, { accountId: account.id })).toBe(1);
    expect((await objects()).filter((one) => one.includes(account.publicId))).toHaveLength(1);
  });

  test('refuses the key with another body with 409', async () => {
    const { key } = await api.user();
    const headers = { 'idempotency-key': 'once' };
    await post(key, [fileField(), ['name', 'One']], headers);
    const other = await post(key, [fileField(), ['name', 'Two']], headers);
    expect(other.statusCode).toBe(409);
    expect(other.json()).toMatchObject({ code: 'CONFLICT', details: { reason: 'key_reused' } });
  });

  test('makes one shelf of requests side by side', async () => {
    const { account, key } = await api.user();
    const headers = { 'idempotency-key': 'once' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(key, [fileField()], headers)));
    const statuses = replies.map((reply) => reply.statusCode);
    expect(statuses.filter((status) => status !== 409 && status !== 201)).toEqual([]);
    expect(statuses).toContain(201);
    expect(await api.database.manager.countBy(Shelf, { accountId: account.id })).toBe(1);
  });

  test('forgets a request that was refused', async () => {
    const { key } = await api.user();
    const headers = { 'idempotency-key': 'once' };
    expect((await post(key, [['name', 'no file']], headers)).statusCode).toBe(400);
    expect((await post(key, [fileField()], headers)).statusCode).toBe(201);
  });

  test('counts for one account only', async () => {
    const [one, two] = [await api.user(), await api.user()];
    const headers = { 'idempotency-key': 'once' };
    expect((await post(one.key, [fileField()], headers)).statusCode).toBe(201);
    expect((await post(two.key, [fileField(), ['name', 'other']], headers)).statusCode).toBe(201);
  });

  test('refuses a key that is none with 400', async () => {
    const { key } = await api.user();
    expect((await post(key, [fileField()], { 'idempotency-key': 'x'.repeat(256) })).statusCode).toBe(400);
  });
});
