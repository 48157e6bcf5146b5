/** What holds for every decision table of the engine: names, reasons, and a test for each rule. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { STAGES } from '../../../engine/pipeline.js';
import type { DecisionTable } from '../../../engine/rules.js';
import { rulesPage, type DeclaredTable } from '../../support/rules-page.js';

type Table = DecisionTable<never, unknown>;

const REPOSITORY = join(import.meta.dirname, '../../../..');
const SOURCES = join(REPOSITORY, 'engine');
const COMPILED = join(import.meta.dirname, '../../../engine');
const TESTS = join(REPOSITORY, 'test/unit/engine');
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** How every table is declared. */
const DECLARED = /^export const ([A-Z_]+): DecisionTable</gm;

interface Declared extends DeclaredTable {
  table: Table;
}

let declared: Declared[];
let tables: Table[];
beforeAll(async () => {
  const found = sources().flatMap(({ file, text }) =>
    [...text.matchAll(DECLARED)].map(([, constant]) => ({ file, constant: constant! })),
  );
  declared = [];
  // one after the other: where two imports share modules, the runner may link the second before they are there
  for (const { file, constant } of found) {
    const url = pathToFileURL(join(COMPILED, file.replace(/\.ts$/, '.js'))).href;
    const module = (await import(url)) as Record<string, Table>;
    declared.push({ file, constant, table: module[constant]! });
  }
  tables = declared.map(({ table }) => table);
});

const sources = (): { file: string; text: string }[] =>
  globSync('**/*.ts', { cwd: SOURCES })
    .filter((file) => file !== 'rules.ts')
    .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }));

const rulesOf = (): { table: string; name: string; why: string }[] =>
  tables.flatMap(({ name, rules }) => rules.map((rule) => ({ table: name, name: rule.name, why: rule.why })));

describe('the decision tables', () => {
  test('are found, and none has the name of another', () => {
    const names = tables.map(({ name }) => name);
    const mentioned = sources().flatMap(({ text }) => text.match(/DecisionTable</g) ?? []);
    expect(names.length).toBe(mentioned.length);
    expect(names.length).toBeGreaterThan(130);
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

  test('have each rule named by a test of the table, which uses its constant or stands in the folder of its module', () => {
    const tests = globSync('**/*.test.ts', { cwd: TESTS }).map((file) => ({
      folder: dirname(file),
      text: readFileSync(join(TESTS, file), 'utf8'),
    }));
    const unnamed = declared.flatMap(({ file, constant, table }) => {
      const uses = new RegExp(String.raw`\b${constant}\b`);
      const ofTable = tests.filter(({ folder, text }) => folder === dirname(file) || uses.test(text));
      return table.rules
        .filter(({ name }) => !ofTable.some(({ text }) => wholeWord(name).test(text)))
        .map(({ name }) => `${table.name}: ${name}`);
    });
    expect(unnamed).toEqual([]);
  });

  test('are all in docs/rules.md, as they are', () => {
    const path = join(REPOSITORY, 'docs/rules.md');
    const page = rulesPage(
      declared,
      STAGES.map(({ folder }) => folder),
    );
    // `UPDATE_RULES=1` writes it anew
    if (process.env['UPDATE_RULES'] === '1') writeFileSync(path, page);
    expect(readFileSync(path, 'utf8')).toBe(page);
  });

  test('the page of rules is not being written anew in continuous integration', () =>
    expect(process.env['CI'] !== undefined && process.env['UPDATE_RULES'] === '1').toBe(false));

  test('a rule is not named by a part of a longer name', () => {
    expect(wholeWord('short').test("'short'")).toBe(true);
    expect(wholeWord('short').test('heading: short, and so on')).toBe(true);
    for (const text of ['shorter', "'short-line'", 'too-short']) expect(wholeWord('short').test(text)).toBe(false);
  });
});

const wholeWord = (name: string): RegExp => new RegExp(String.raw`(?<![\w-])${name}(?![\w-])`);
