import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { FINDINGS } from '../../../engine/findings.js';

test('docs/findings.md lists every code with its check, and no other', () => {
  const rows = [...readFileSync('docs/findings.md', 'utf8').matchAll(/^\| `(\w+)` \| ([\w-]+) \| (\w+)/gm)];
  const listed = rows.map(([, code, check, severity]) => ({ code, check, severity }));
  const known = Object.entries(FINDINGS).map(([code, { check, severity }]) => ({ code, check, severity }));
  expect(listed).toEqual(known);
});

test('the engine makes findings from the table of codes alone', () => {
  const sources = readdirSync('engine', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const others = sources.filter((path) =>
    /check: '(?:content|structural|naming|file-size)'/.test(readFileSync(join('engine', path), 'utf8')),
  );
  expect(others).toEqual([]);
});
