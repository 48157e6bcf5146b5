import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { replyText, retryAfterSeconds } from '../../../../infra/outbound/reply.js';

test('whatever a receiver says becomes text that Postgres can store, at most 4 KiB of it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 6000, size: 'max' }), (bytes) => {
      const text = replyText(Buffer.from(bytes)) ?? '';
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toContain('\0');
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    }),
  );
});

test('text is cut at a character', () => {
  expect(replyText(Buffer.from('€'.repeat(2000)))).toBe('€'.repeat(1365));
  expect(replyText(Buffer.from(`x${'\u{1F4DA}'.repeat(2000)}`))).toBe(`x${'\u{1F4DA}'.repeat(1023)}`);
  expect(replyText(Buffer.from('x'.repeat(4096)))).toBe('x'.repeat(4096));
});

test('bytes that are no UTF-8, and NUL, become replacement characters', () => {
  expect(replyText(Buffer.from([0x61, 0xff, 0, 0x62]))).toBe('a\uFFFD\uFFFDb');
  expect(replyText(Buffer.from([0xed, 0xa0, 0x80]))).toBe('\uFFFD\uFFFD\uFFFD');
});

test('an empty body is none', () => {
  expect(replyText(Buffer.alloc(0))).toBeNull();
});

const NOW = Date.UTC(2026, 0, 1, 12);

test.each([
  [undefined, null],
  ['', null],
  ['0', 0],
  ['120', 120],
  ['999999999', 999_999_999],
  ['9999999999', null],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['120, 60', null],
  ['Thu, 01 Jan 2026 12:01:30 GMT', 90],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
  ['Thu, 99 Xyz 2026 12:01:30 GMT', null],
  ['2026-01-01T12:01:30Z', null],
])('Retry-After %j asks for %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds);
});
