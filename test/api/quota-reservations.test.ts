/** Quotas of reviews: what they reserve while they are under way, and when it is released. */
import { describe, expect, test } from '@jest/globals';
import { MoreThan } from 'typeorm';
import { Account } from '../../entities/account.js';
import { measureUse } from '../../entities/queries/quotas.js';
import { QuotaReservation } from '../../entities/quota-reservation.js';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenShelfInReview } from '../support/app.js';

describe('reviews at the same time count each other', () => {
  const notTaken = { outcome: 'not_taken' } as const;

  test('and nothing is left reserved once they are over', async () => {
    let taken = 0;
    const refused = Promise.withResolvers<void>();
    const slowly = await buildTestApp({
      workflows: {
        async regenerate() {
          taken += 1;
          await refused.promise;
          return { outcome: 'refused', type: 'NotInReview', details: null };
        },
      },
    });
    try {
      const { account, key } = await slowly.user();
      const shelves = [];
      for (let count = 0; count < 6; count += 1) shelves.push(await givenShelfInReview(slowly, account));
      await slowly.database.manager.update(Account, account.id, { quotas: { runs: 2 } });
      let waiting = shelves.length - 2;
      const regenerate = async ({ publicId }: Shelf) => {
        const reply = await slowly.as(key)({ method: 'POST', url: `/v1/shelves/${publicId}/regenerate` });
        // the two that were let through end when all others have their answer
        if (reply.statusCode === 402 && (waiting -= 1) === 0) refused.resolve();
        return reply.statusCode;
      };
      const statuses = await Promise.all(shelves.map(regenerate));
      expect(statuses.toSorted((a, b) => a - b)).toEqual([402, 402, 402, 402, 503, 503]);
      expect(taken).toBe(2);
      expect(await slowly.database.manager.count(QuotaReservation)).toBe(0);
    } finally {
      await slowly.stop();
    }
  });

  test('also one that may yet be carried out, which counts once however often it is sent', async () => {
    const lost = await buildTestApp({ workflows: { regenerate: async () => notTaken, earlier: async () => null } });
    try {
      const { account, key } = await lost.user();
      const [one, two] = [await givenShelfInReview(lost, account), await givenShelfInReview(lost, account)];
      await lost.database.manager.update(Account, account.id, { quotas: { runs: 1 } });
      const regenerate = async ({ publicId }: Shelf, headers = {}) =>
        (await lost.as(key)({ method: 'POST', url: `/v1/shelves/${publicId}/regenerate`, headers })).statusCode;
      const once = { 'idempotency-key': 'once' };
      expect(await regenerate(one, once)).toBe(503);
      expect(await regenerate(two)).toBe(402);
      expect(await lost.database.manager.count(QuotaReservation)).toBe(1);
      await lost.database.manager.query("UPDATE quota_reservations SET expires_at = now() - interval '1 second'");
      expect(await regenerate(two)).toBe(503);
    } finally {
      await lost.stop();
    }
  });

  test.each([{}, { 'idempotency-key': 'once' }])(
    'and one that was not taken does not stand in its own way, nor long in that of others: %j',
    async (headers) => {
      const lost = await buildTestApp({ workflows: { regenerate: async () => notTaken, earlier: async () => null } });
      try {
        const { account, key } = await lost.user();
        const { publicId } = await givenShelfInReview(lost, account);
        await lost.database.manager.update(Account, account.id, { quotas: { runs: 1 } });
        const regenerate = () => lost.as(key)({ method: 'POST', url: `/v1/shelves/${publicId}/regenerate`, headers });
        for (const attempt of [1, 2, 3]) expect([attempt, (await regenerate()).statusCode]).toEqual([attempt, 503]);
        const { runs } = await measureUse(lost.database.manager, account.id);
        expect(runs).toBe(1);
        const inTwentySeconds = MoreThan(new Date(Date.now() + 20_000));
        expect(await lost.database.manager.countBy(QuotaReservation, { expiresAt: inTwentySeconds })).toBe(0);
      } finally {
        await lost.stop();
      }
    },
  );

  test('and one that a lost request has sent releases what that has reserved', async () => {
    const refused = { outcome: 'refused', type: 'NotInReview', details: null } as const;
    const lost = await buildTestApp({
      workflows: { regenerate: async () => ({ outcome: 'unfinished' }), earlier: async () => refused },
    });
    try {
      const { account, key } = await lost.user();
      const { publicId } = await givenShelfInReview(lost, account);
      await lost.database.manager.update(Account, account.id, { quotas: { runs: 1 } });
      const headers = { 'idempotency-key': 'once' };
      const regenerate = () => lost.as(key)({ method: 'POST', url: `/v1/shelves/${publicId}/regenerate`, headers });
      await regenerate();
      expect(await lost.database.manager.count(QuotaReservation)).toBe(1);
      await regenerate();
      expect(await lost.database.manager.count(QuotaReservation)).toBe(0);
    } finally {
      await lost.stop();
    }
  });

  test('and what was carried out is answered so, although nothing can be released', async () => {
    const done = await buildTestApp({ workflows: { approve: async () => ({ outcome: 'done', result: undefined }) } });
    try {
      const { account, key } = await done.user();
      const { publicId } = await givenShelfInReview(done, account);
      await done.database.manager.update(Account, account.id, { quotas: { storageBytes: 2 ** 30 } });
      await done.database.manager.query(
        `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not now''; END'`,
      );
      await done.database.manager.query(
        'CREATE TRIGGER refuse BEFORE DELETE ON quota_reservations FOR EACH ROW EXECUTE FUNCTION refuse()',
      );
      const operations = [{ type: 'write', path: 'new.md', content: 'x' }];
      const url = `/v1/shelves/${publicId}/approve`;
      expect((await done.as(key)({ method: 'POST', url, payload: { operations } })).statusCode).toBe(200);
      expect(await done.database.manager.count(QuotaReservation)).toBe(1);
      expect(done.logged.filter((line) => line.includes('quota left reserved'))).toHaveLength(1);
    } finally {
      await done.stop();
    }
  });
});
