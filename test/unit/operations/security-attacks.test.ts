/** docs/security-attacks.md and docs/security.md name tests: they are there, under these titles. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const attacks = read('docs/security-attacks.md');

/** A file in code, and the titles that follow it in quotes. */
const NAMED = /`(?:test\/)?([\w./-]+\.test\.ts)`((?:,? ?“[^”]+”)*)/g;

const named = [attacks, read('docs/security.md')].flatMap((text) =>
  Array.from(text.matchAll(NAMED), ([, path, titles]): [path: string, titles: string[]] => [
    path!,
    Array.from(titles!.matchAll(/“([^”]+)”/g), ([, title]) => title!),
  ]),
);

test('tests that are named are there', () => {
  const missing = named.flatMap(([path, titles]) => {
    if (!existsSync(join(root, 'test', path))) return [path];
    const text = read(join('test', path));
    return titles.filter((title) => !text.includes(title)).map((title) => `${path}: ${title}`);
  });
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
  expect(named.flatMap(([, titles]) => titles).length).toBeGreaterThan(20);
});

test('attacks that are named are commands', () => {
  const table = attacks.slice(attacks.indexOf('| attack | command |'), attacks.indexOf('## Hostile credentials'));
  const commands = Array.from(table.matchAll(/^\|[^|]+\| `([a-z-]+)` \|/gm), ([, name]) => name);
  const text = read('test/attacks/attacks.ts');
  expect(commands.length).toBeGreaterThan(6);
  expect(commands.filter((name) => !text.includes(`'${name}':`))).toEqual([]);
});

test('the numbers of hostile requests to the store are those of the table', () => {
  const rows = read('docs/store-attacks.md')
    .split('\n')
    .filter((line) => /^\| \w+( \w+)?: /.test(line));
  const answeredBy = (column: number) =>
    rows.filter((row) => Number.parseInt(row.split('|')[column]!, 10) < 400).length;
  const others = rows.filter((row) => row.includes('**names of others**')).length;
  expect(attacks).toContain(`is the table: ${rows.length} requests`);
  expect([answeredBy(2), others]).toEqual([1, 10]);
});
