import { expect, test } from '@jest/globals';
import { hashRecoveryCode, makeRecoveryCodes, makeTotpSecret, totpStep, totpUri } from '../../../infra/totp.js';

/** `12345678901234567890`, the secret of RFC 6238's test vectors. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('accepts the code of RFC 6238 at %d s, and tells its step', (atSeconds, code) => {
  expect(totpStep(RFC_SECRET, code, atSeconds * 1000)).toBe(Math.floor(atSeconds / 30));
});

test('a code is good one step before and after its own, and not two', () => {
  const at = (seconds: number) => totpStep(RFC_SECRET, '287082', seconds * 1000);
  expect([at(29), at(59), at(89)]).toEqual([1, 1, 1]);
  expect([at(119), at(149)]).toEqual([null, null]);
});

test.each(['', '28708', '2870820', '28708a', ' 287082', '２８７０８２'])('%j is no code', (code) => {
  expect(totpStep(RFC_SECRET, code, 59_000)).toBeNull();
});

test('secrets are random and of 160 bits; the URI holds what apps read', () => {
  const secret = makeTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret()).not.toBe(secret);
  const uri = new URL(totpUri(secret, 'ada@example.com'));
  expect([uri.protocol, uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    secret,
    'Shelfwright',
  ]);
});

test('recovery codes are ten of 80 bits, recognised however they are typed', () => {
  const { codes, hashes } = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){4}$/);
  expect(codes.map((code) => hashRecoveryCode(` ${code.replaceAll('-', ' ').toUpperCase()} `))).toEqual(hashes);
});
