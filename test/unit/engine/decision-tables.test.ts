/** What holds for every decision table of the engine: names, reasons, and a test for each rule. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { STAGES } from '../../../engine/pipeline.js';
import type { DecisionTable } from '../../../engine/rules.js';
import { placesModule, rulesPage, type DeclaredTable } from '../../support/rules-page.js';

type Table = DecisionTable<never, unknown>;

const REPOSITORY = join(import.meta.dirname, '../../../..');
const SOURCES = join(REPOSITORY, 'engine');
const COMPILED = join(import.meta.dirname, '../../../engine');
const TESTS = join(REPOSITORY, 'test/unit/engine');
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** How every table is declared. */
const DECLARED = /^export const ([A-Z_]+): DecisionTable</gm;
/** Rules of another module in the list of a table: `...NOT_TITLE_RULES`. */
const SPREAD_RULES = /^\s*\.\.\.([A-Z_]+),$/gm;
/** Rules of a table that is read as a whole, without a list of its groups. */
const MOST_UNLISTED = 20;
/** A group in a head comment: "- `first` … `last`: what they see", or "- `only`: what it sees". */
const GROUP = /^ \* {3}- `([a-z\d-]+)`(?: … `([a-z\d-]+)`)?: /gmu;

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

  test('have each rule named as the one that decides by a test that uses the table, or the list of rules that it spreads', () => {
    const tests = globSync('**/*.test.ts', { cwd: TESTS }).map((file) => readFileSync(join(TESTS, file), 'utf8'));
    const sourceOf = new Map(sources().map(({ file, text }) => [file, text]));
    const unnamed = declared.flatMap(({ file, constant, table }) => {
      const lists = [...sourceOf.get(file)!.matchAll(SPREAD_RULES)].map(([, list]) => list!);
      const uses = new RegExp(String.raw`\b(?:${[constant, ...lists].join('|')})\b`);
      const ofTable = tests.filter((text) => uses.test(text));
      return table.rules
        .filter(({ name }) => !ofTable.some((text) => asVerdict(name).test(text)))
        .map(({ name }) => `${table.name}: ${name}`);
    });
    expect(unnamed).toEqual([]);
  });

  test('of many rules have them listed in groups, in their order, by the head comment of the module', () => {
    const long = declared.filter(({ table }) => table.rules.length > MOST_UNLISTED);
    expect(long.map(({ constant }) => constant)).toContain('HEADING');
    const sourceOf = new Map(sources().map(({ file, text }) => [file, text]));
    for (const { file, table } of long) {
      const names = table.rules.map(({ name }) => name);
      const [head = ''] = sourceOf.get(file)!.split('*/', 1);
      const listed = [...head.matchAll(GROUP)].flatMap(([, first, last]) =>
        names.slice(names.indexOf(first!), names.indexOf(last ?? first!) + 1),
      );
      expect(listed).toEqual(names);
    }
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

  test('have their places in explain.html', () => {
    const path = join(REPOSITORY, 'worker/explain/table-places.ts');
    const module = placesModule(declared);
    if (process.env['UPDATE_RULES'] === '1') writeFileSync(path, module);
    expect(readFileSync(path, 'utf8')).toBe(module);
  });

  test('the page of rules is not being written anew in continuous integration', () =>
    expect(process.env['CI'] !== undefined && process.env['UPDATE_RULES'] === '1').toBe(false));

  test('a rule is named in quotes, alone or behind its verdict, and by no other word of a title', () => {
    for (const text of ["'short'", "rule: 'short',", "'heading: short'"])
      expect(asVerdict('short').test(text)).toBe(true);
    for (const text of ["'a short line'", "'short-line'", "'too-short'", "'heading: short, and so on'"])
      expect(asVerdict('short').test(text)).toBe(false);
  });
});

/** A rule as tests name it: `'rule'`, or `'verdict: rule'`. */
const asVerdict = (name: string): RegExp => new RegExp(String.raw`(?:['"\x60]|: )${name}['"\x60]`);
