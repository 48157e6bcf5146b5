import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { isRelease, RELEASE } from '../../../infra/release.js';

test('the release is that of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(RELEASE).toBe(version);
  expect(isRelease(RELEASE)).toBe(true);
});

test.each(['0.5.0', '12.0.3', '1.0.0-rc.1', '1.0.0+build.7'])('%p is a release', (text) => {
  expect(isRelease(text)).toBe(true);
});

test.each([undefined, null, 5, '', '1.0', 'v1.0.0', '1.0.0 ', '1.0.0-<b>', `1.0.0-${'a'.repeat(64)}`])(
  '%p is none',
  (value) => {
    expect(isRelease(value)).toBe(false);
  },
);
