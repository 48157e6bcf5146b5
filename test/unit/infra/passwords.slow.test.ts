import { expect, test } from '@jest/globals';
import { hashPassword, verifyPassword } from '../../../infra/passwords.js';

test('a password is hashed with argon2id: 19 MiB, two passes, one lane', async () => {
  expect(await hashPassword('correct horse', 'a')).toMatch(/^\$argon2id\$v=19\$m=19456,(t=2,p=1|p=1,t=2)\$/);
});

test('the right password is verified, another one and an empty one are not', async () => {
  const hash = await hashPassword('pässwörd 漢字', 'a');
  expect(await verifyPassword(hash, 'pässwörd 漢字', 'a')).toBe(true);
  expect(await verifyPassword(hash, 'passwörd 漢字', 'a')).toBe(false);
  expect(await verifyPassword(hash, '', 'a')).toBe(false);
});

test('equal passwords have different hashes', async () => {
  expect(await hashPassword('same', 'a')).not.toBe(await hashPassword('same', 'a'));
});

test('what is no hash is an error and not a wrong password', async () => {
  await expect(verifyPassword('plain text', 'plain text', 'a')).rejects.toThrow();
});

test('too many at once are refused as busy, and the others all succeed', async () => {
  const attempts = await Promise.allSettled(
    Array.from({ length: 80 }, (_, i) => hashPassword(`password ${i}`, `network ${i}`)),
  );
  const refused = attempts.filter((attempt) => attempt.status === 'rejected');
  expect(refused).toHaveLength(80 - 66);
  for (const attempt of refused) expect(attempt.reason).toMatchObject({ code: 'BUSY' });
  await expect(hashPassword('afterwards', 'a')).resolves.toContain('argon2id');
});

test('one network queues for itself: it fills nothing, and holds nobody else up', async () => {
  const ended: string[] = [];
  const hash = (owner: string) => hashPassword('password', owner).then(() => ended.push(owner));
  const attempts = Array.from({ length: 12 }, () => hash('a'));
  attempts.push(hash('b'));
  const results = await Promise.allSettled(attempts);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(12 - 9);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'BUSY' });
  expect(ended.slice(0, 8)).toContain('b');
});
