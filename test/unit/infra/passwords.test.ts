import { expect, test } from '@jest/globals';
import { hashPassword, verifyPassword } from '../../../infra/passwords.js';

test('a password is hashed with argon2id: 19 MiB, two passes, one lane', async () => {
  expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,(t=2,p=1|p=1,t=2)\$/);
});

test('the right password is verified, another one and an empty one are not', async () => {
  const hash = await hashPassword('pässwörd 漢字');
  expect(await verifyPassword(hash, 'pässwörd 漢字')).toBe(true);
  expect(await verifyPassword(hash, 'passwörd 漢字')).toBe(false);
  expect(await verifyPassword(hash, '')).toBe(false);
});

test('equal passwords have different hashes', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
});

test('what is no hash is an error and not a wrong password', async () => {
  await expect(verifyPassword('plain text', 'plain text')).rejects.toThrow();
});

test('too many at once are refused as busy, and the others all succeed', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 80 }, (_, i) => hashPassword(`password ${i}`)));
  const refused = attempts.filter((attempt) => attempt.status === 'rejected');
  expect(refused).toHaveLength(80 - 66);
  for (const attempt of refused) expect(attempt.reason).toMatchObject({ code: 'BUSY' });
  await expect(hashPassword('afterwards')).resolves.toContain('argon2id');
});
