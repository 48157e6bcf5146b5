/** The Dockerfile, held to what it copies. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = process.cwd();

test('the Dockerfile copies what is there, and everything that is compiled', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) =>
    (match[1] ?? '').split(' '),
  );
  const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { include: string[] };
  expect(copied).toEqual(
    expect.arrayContaining([
      ...include.map((path) => path.split('/')[0]),
      'dashboard',
      'scripts',
      'package.json',
      'package-lock.json',
    ]),
  );
  for (const path of copied) expect(existsSync(join(root, path))).toBe(true);
});
