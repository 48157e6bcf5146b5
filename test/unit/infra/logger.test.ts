import { expect, test } from '@jest/globals';
import { createLogger, forRequest } from '../../../infra/logger.js';

/** What a call logs, as the lines that come out. */
function logged(write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger({ level: 'info', name: 'test', destination: { write: (line) => void lines.push(line) } }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('lines are JSON with an ISO time and the name of the process', () => {
  expect(logged((log) => log.info({ pages: 3 }, 'parsed'))).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      pid: process.pid,
      hostname: expect.any(String),
      name: 'test',
      pages: 3,
      msg: 'parsed',
    },
  ]);
});

test('secrets are left out at the top and two levels down', () => {
  const secrets = {
    password: 's3cret',
    apiKey: 's3cret',
    token: 's3cret',
    authorization: 's3cret',
    cookie: 's3cret',
    codeHash: 's3cret',
    encryptionKeys: ['s3cret'],
  };
  const [line] = logged((log) => log.info({ ...secrets, user: secrets, request: { headers: secrets } }, 'm'));
  expect(JSON.stringify(line)).not.toContain('s3cret');
  expect(line).toMatchObject({ password: '[secret]', request: { headers: { authorization: '[secret]' } } });
});

test('secrets are left out of arrays and of what a child logger carries, and what is logged stays as it was', () => {
  const record = { users: [{ name: 'Ada', password: 's3cret' }], pages: 3 };
  const lines = logged((log) => {
    log.info(record, 'm');
    log.child({ token: 's3cret', run: 1 }).info('m');
  });
  expect(lines).toMatchObject([
    { users: [{ name: 'Ada', password: '[secret]' }], pages: 3 },
    { token: '[secret]', run: 1 },
  ]);
  expect(record.users[0]?.password).toBe('s3cret');
});

test('an error is logged by what it says, without what drivers hang on it', () => {
  const error = Object.assign(new Error('duplicate key', { cause: new TypeError('inner') }), {
    code: '23505',
    parameters: ['s3cret hash'],
    detail: 'Failing row contains (s3cret)',
    driverError: { parameters: ['s3cret'] },
    query: 'INSERT',
  });
  const [line] = logged((log) => log.error({ err: error }, 'failed'));
  expect(line).toMatchObject({
    err: { type: 'Error', code: '23505', message: 'duplicate key', cause: { type: 'TypeError', message: 'inner' } },
  });
  expect(JSON.stringify(line)).not.toContain('s3cret');
});

test('an error passed by itself is treated alike', () => {
  const error = Object.assign(new Error('boom'), { parameters: ['s3cret'] });
  const [line] = logged((log) => log.error(error));
  expect(line).toMatchObject({ err: { message: 'boom' }, msg: 'boom' });
  expect(JSON.stringify(line)).not.toContain('s3cret');
});

test('errors that name each other in a circle, several at once, and what is no error are logged', () => {
  const error = new Error('round');
  error.cause = error;
  const several = new AggregateError([new Error('first'), new Error('second')], '');
  const lines = logged((log) => {
    log.error({ err: error });
    log.error({ err: several });
    log.error({ err: 'text' });
    log.error({ err: null });
  });
  expect(lines[1]).toMatchObject({
    err: { type: 'AggregateError', errors: [{ message: 'first' }, { message: 'second' }] },
  });
  expect(lines[2]).toMatchObject({ err: { type: 'string', message: 'text' } });
  expect(lines[3]).toMatchObject({ err: { message: 'null' } });
});

test('what a request causes carries its id; without one the logger stays as it is', () => {
  const [first, second] = logged((log) => {
    forRequest(log, 'req-1').info('a');
    forRequest(log, null).info('b');
  });
  expect(first).toMatchObject({ requestId: 'req-1' });
  expect(second).not.toHaveProperty('requestId');
});
