/** What holds for every decision table of the engine: names, reasons, and a test for each rule. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DecisionTable } from '../../../engine/rules.js';

type Table = DecisionTable<never, unknown>;

const COMPILED = join(import.meta.dirname, '../../../engine');
const TESTS = join(import.meta.dirname, '../../../../test/unit/engine');
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

let tables: Table[];
beforeAll(async () => {
  // pdf.js and the entry of the recognition's process do work when they are loaded, and hold no tables
  const files = globSync('**/*.js', { cwd: COMPILED }).filter((file) => holdsTable(join(COMPILED, file)));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(COMPILED, file)).href)));
  tables = modules.flatMap((module: object) => Object.values(module).filter(isTable));
}, 60_000);

const holdsTable = (path: string): boolean => /^export const [A-Z_]+ = \{/m.test(readFileSync(path, 'utf8'));

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'rules' in value && 'otherwise' in value && 'subject' in value;

const rulesOf = (): { table: string; name: string; why: string }[] =>
  tables.flatMap(({ name, rules }) => rules.map((rule) => ({ table: name, name: rule.name, why: rule.why })));

describe('the decision tables', () => {
  test('are found, and none has the name of another', () => {
    const names = tables.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(90);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  test('and their rules are named in kebab case, each rule once in its table', () => {
    const names = [...tables.map(({ name }) => name), ...rulesOf().map(({ name }) => name)];
    expect(names.filter((name) => !KEBAB_CASE.test(name))).toEqual([]);
    const twice = tables.flatMap(({ name: table, rules }) =>
      rules
        .filter(({ name }, i) => rules.findIndex((other) => other.name === name) !== i)
        .map(({ name }) => [table, name]),
    );
    expect(twice).toEqual([]);
  });

  test('give a sentence as the reason for each rule', () =>
    expect(rulesOf().filter(({ why }) => !/^["“A-Z].{10,}[.?!]$/su.test(why))).toEqual([]));

  test('have each rule named by a test', () => {
    const tested = globSync('**/*.test.ts', { cwd: TESTS })
      .map((file) => readFileSync(join(TESTS, file), 'utf8'))
      .join('\n');
    expect(rulesOf().filter(({ name }) => !tested.includes(name))).toEqual([]);
  });
});
