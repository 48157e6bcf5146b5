import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import {
  addSecurityEvent,
  isKnownPlace,
  listSecurityEvents,
  removeOldSecurityEvents,
} from '../../entities/queries/security-events.js';
import { SecurityEvent } from '../../entities/security-event.js';
import { setUpDatabase } from '../support/set-up-database.js';

let manager: EntityManager;
setUpDatabase((database) => ({ manager } = database));

const ADA = `usr_${'a'.repeat(24)}`;
const APPEND_ONLY = 'security_events is append-only';

test('the database refuses to change, remove or empty the security log, whoever asks', async () => {
  await addSecurityEvent(manager, { accountPublicId: ADA, type: 'signed_in', network: '203.0.113.0/24' });
  const attacks = [
    `UPDATE security_events SET network = null`,
    `UPDATE security_events SET created_at = now() - interval '500 days'`,
    `DELETE FROM security_events`,
    `TRUNCATE security_events`,
  ];
  for (const attack of attacks) await expect(manager.query(attack)).rejects.toThrow(APPEND_ONLY);
  const kept = await listSecurityEvents(manager, { accountPublicId: ADA, types: [], withinSeconds: 0, limit: 10 });
  expect(kept).toMatchObject([{ type: 'signed_in', network: '203.0.113.0/24', actor: 'owner' }]);
});

test('an entry cannot be dated back, so that it would be removed soon', async () => {
  const createdAt = new Date('2020-01-01');
  await manager.insert(SecurityEvent, { accountPublicId: ADA, type: 'key_created', actor: 'owner', createdAt });
  const [entry] = await manager.findBy(SecurityEvent, { type: 'key_created' });
  expect(Date.now() - entry!.createdAt.getTime()).toBeLessThan(60_000);
});

test('entries are removed after 400 days and not before', async () => {
  const age = (type: string, days: number) =>
    manager.transaction(async (tx) => {
      await tx.query(`SET LOCAL session_replication_role = replica`);
      await tx.query(
        `INSERT INTO security_events (account_public_id, type, actor, created_at)
         VALUES ($1, $2, 'owner', now() - make_interval(days => $3))`,
        [ADA, type, days],
      );
    });
  await age('signed_out', 401);
  await age('password_changed', 399);
  expect([await removeOldSecurityEvents(manager, 10), await removeOldSecurityEvents(manager, 10)]).toEqual([1, 0]);
  const types = (await manager.find(SecurityEvent)).map(({ type }) => type);
  expect(types).toContain('password_changed');
  expect(types).not.toContain('signed_out');
});

test('a place is known by the networks that an account was used from', async () => {
  const known = (accountPublicId: string, network: string | null) =>
    isKnownPlace(manager, { accountPublicId, network });
  expect(await known(ADA, '203.0.113.0/24')).toBe(true);
  expect(await known(ADA, '198.51.100.0/24')).toBe(false);
  expect(await known(ADA, null)).toBe(false);
  expect(await known(`usr_${'b'.repeat(24)}`, '203.0.113.0/24')).toBe(false);
});
