import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createSealer } from '../../../infra/sealing.js';

const newKey = () => randomBytes(32).toString('base64');
const key = newKey();
const sealer = createSealer([key]);
const context = 'wh_0123456789abcdef01234567';
const secret = 'whsec_dGhlIHNlY3JldCBvZiBhbiBlbmRwb2ludCwgMzIgYnl0ZXM=';

test('what was sealed opens with the same key in the same context', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, where) => {
      expect(sealer.open(sealer.seal(text, where), where)).toBe(text);
    }),
  );
});

test('a sealed secret shows nothing of itself, and is another one each time', () => {
  const [first, second] = [sealer.seal(secret, context), sealer.seal(secret, context)];
  expect(first.equals(second)).toBe(false);
  expect(first.toString('latin1')).not.toContain('whsec');
  expect(first.includes(Buffer.from(key, 'base64'))).toBe(false);
});

test('it does not open for another endpoint, so rows cannot be exchanged', () => {
  const sealed = sealer.seal(secret, context);
  expect(() => sealer.open(sealed, 'wh_0123456789abcdef01234568')).toThrow();
  expect(() => sealer.open(sealed, '')).toThrow();
});

test('it does not open with another key', () => {
  const sealed = sealer.seal(secret, context);
  expect(() => createSealer([newKey()]).open(sealed, context)).toThrow('ENCRYPTION_KEYS');
});

test('a new key seals at once while the old one continues opening, until it is dropped', () => {
  const old = sealer.seal(secret, context);
  const [next] = [newKey()];
  const rotated = createSealer([next, key]);
  expect(rotated.open(old, context)).toBe(secret);
  const renewed = rotated.seal(secret, context);
  const alone = createSealer([next]);
  expect(alone.open(renewed, context)).toBe(secret);
  expect(() => alone.open(old, context)).toThrow('ENCRYPTION_KEYS');
  expect(() => sealer.open(renewed, context)).toThrow('ENCRYPTION_KEYS');
});

test('it does not open when any bit of it was changed', () => {
  const sealed = sealer.seal(secret, context);
  for (let at = 0; at < sealed.length * 8; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at >> 3]! ^= 1 << (at & 7);
    expect(() => sealer.open(changed, context)).toThrow();
  }
});

test('it does not open when it was cut or lengthened, and says so without a word about the secret', () => {
  const sealed = sealer.seal(secret, context);
  for (let length = 0; length < sealed.length; length += 1)
    expect(() => sealer.open(sealed.subarray(0, length), context)).toThrow(
      /^a secret was sealed with a key|^Unsupported state or unable to authenticate data$/,
    );
  expect(() => sealer.open(Buffer.concat([sealed, Buffer.of(0)]), context)).toThrow();
});

test('without a key nothing is sealed and nothing opened', () => {
  const without = createSealer([]);
  expect(() => without.seal(secret, context)).toThrow('ENCRYPTION_KEYS');
  expect(() => without.open(sealer.seal(secret, context), context)).toThrow('ENCRYPTION_KEYS');
});
