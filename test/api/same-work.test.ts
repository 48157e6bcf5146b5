/**
 * Whether an address is known must not show in the time that an answer takes. Times are noise on a loaded machine, so the
 * work is counted: slow hashes, statements to the database, mails and runs that are started.
 */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import argon2 from 'argon2';
import type { Logger } from 'typeorm';
import { accountClient, newAddress } from '../support/accounts.js';
import { buildTestApp, type TestApp } from '../support/app.js';

let api: TestApp;
let statements: string[] = [];
beforeAll(async () => {
  api = await buildTestApp();
  const counting: Partial<Logger> = { logQuery: (statement) => void statements.push(statement) };
  const nothing = () => undefined;
  Object.assign(api.database.dataSource, {
    logger: { logQueryError: nothing, logQuerySlow: nothing, log: nothing, ...counting },
  });
});
afterAll(() => api?.stop());

const client = accountClient(() => api);

/** What a request costs: by kind, in order. */
async function workOf(request: () => Promise<{ statusCode: number; body: string }>) {
  const hashes = [jest.spyOn(argon2, 'hash'), jest.spyOn(argon2, 'verify')];
  statements = [];
  const startedBefore = api.started.length;
  const { statusCode, body } = await request();
  const work = {
    hashes: hashes.reduce((sum, spy) => sum + spy.mock.calls.length, 0),
    statements: statements.map((statement) => statement.split(/\s+/).slice(0, 3).join(' ')),
    started: api.started.length - startedBefore,
  };
  for (const spy of hashes) spy.mockRestore();
  return { statusCode, body, ...work };
}

/** An address with an account, one with a registration whose code is open, one with five, and one that is not known. */
async function addresses(): Promise<string[]> {
  const [waiting, waitingOften] = [newAddress(), newAddress()];
  await client.register(waiting);
  for (let sent = 0; sent < 4; sent += 1) await client.register(waitingOften);
  return [(await client.registered()).email, waiting, waitingOften, newAddress()];
}

describe.each<[string, number, (email: string) => Promise<{ statusCode: number; body: string }>]>([
  ['register', 2, (email) => client.register(email)],
  ['verify-email with a wrong code', 1, (email) => client.verify(email, 'wrong')],
  ['login with a wrong password', 1, (email) => client.login(email, 'wrong horse')],
  ['forgot-password', 1, (email) => client.forgot(email)],
  ['reset-password with a wrong code', 2, (email) => client.reset(email, 'wrong')],
])('%s', (_what, hashes, request) => {
  test('does the same work and answers the same whatever is known of the address', async () => {
    const works = [];
    for (const email of await addresses()) works.push(await workOf(() => request(email)));
    expect(works[0]?.hashes).toBe(hashes);
    expect(works[0]?.statements.length).toBeGreaterThan(1);
    for (const work of works) expect(work).toEqual(works[0]);
  });
});

test('past the day’s number of codes a known address still costs what an unknown one does', async () => {
  const [known, unknown] = [(await client.registered()).email, newAddress()];
  for (let sent = 0; sent < 5; sent += 1)
    for (const email of [known, unknown]) {
      await client.register(email);
      await client.forgot(email);
    }
  for (const request of [client.register, client.forgot])
    expect(await workOf(() => request(known))).toEqual(await workOf(() => request(unknown)));
});
