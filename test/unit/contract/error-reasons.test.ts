/** docs/errors.md and the sources tell of the same reasons. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../../..');

/** Where requests are refused. */
const SOURCES = [
  'api/**/*.ts',
  'contract/*.ts',
  'activities/review.ts',
  'engine/edit/operations.ts',
  'contract/webhook-url.ts',
  'infra/outbound/webhook-url.ts',
];

/** How a reason is given: as an argument, as a member, or as one of a type's names. */
const GIVEN = [
  /\binvalid\(\s*[^,]+(?:\([^)]*\))?,\s*'([a-z_]+)'/g,
  /\bconflict\(\s*'([a-z_]+)'/g,
  /\brefused\(\s*'([a-z_]+)'/g,
  /\bUrlRefusedError\('([a-z_]+)'/g,
  /\breason: (?:[^',}\n]+ \? '[a-z_]+' : )?'([a-z_]+)'/g,
  /\breason: [^',}\n]+ \? '([a-z_]+)' : /g,
  // REASONS of api/errors.ts
  /^ {2}additionalProperties: '([a-z]+)',$/gm,
  /^ {2}\w+: '([a-z]+_[a-z_]+)',$/gm,
  // OperationReason of engine/edit
  /^ {2}\| '([a-z_]+)'/gm,
];
/** Names of tools and of their arguments look like reasons. */
const NO_SOURCES = ['api/mcp/tools/**', 'api/mcp/refusals.ts'];
/** In replies that are no refusals. */
const ELSEWHERE = new Set(['front_matter']);

const documentation = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8');
const documented = new Set(Array.from(documentation.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g), ([, reason]) => reason));
const given = new Set(
  globSync(SOURCES, { cwd: ROOT, exclude: NO_SOURCES })
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .flatMap((source) => GIVEN.flatMap((pattern) => Array.from(source.matchAll(pattern), ([, reason]) => reason)))
    .filter((reason) => !ELSEWHERE.has(String(reason))),
);

test('the page tells every reason that the sources give', () => {
  expect(given.size).toBeGreaterThan(40);
  expect([...given].filter((reason) => !documented.has(reason))).toEqual([]);
});

test('the page tells of no reason that the sources do not give', () => {
  const tables = Array.from(documentation.matchAll(/^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \|/gm), ([, cell]) => cell);
  const reasons = tables.flatMap((cell) => Array.from(String(cell).matchAll(/`([a-z_]+)`/g), ([, reason]) => reason));
  expect(reasons.length).toBeGreaterThan(30);
  expect(reasons.filter((reason) => !given.has(reason))).toEqual([]);
});
