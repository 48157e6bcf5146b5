/** Dashboards and alerts name metrics and labels that docs/metrics.md has; test/e2e/metrics.test.ts holds that to what is served. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { queriesOf, readDashboards, type Panel } from '../../support/dashboards.js';
import { documentedMetrics, metricsIn } from '../../support/metrics-table.js';

const root = join(import.meta.dirname, '../../../..');
const text = readFileSync(join(root, 'docs/metrics.md'), 'utf8');
const dashboards = readDashboards();
const rows = documentedMetrics();
/** Those that a scrape adds, and those of all histograms. */
const COMMON_LABELS = ['le', 'instance', 'job'];

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}
const { groups } = parse(readFileSync(join(root, 'docs/alerts.yml'), 'utf8')) as Rules;
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ where: alert, expr })));
const queries = [...alerts, ...dashboards.flatMap(queriesOf)];

const labelsIn = (expr: string): string[] => [
  ...Array.from(expr.matchAll(/\bby \(([^)]*)\)/g), ([, list]) => list!.split(',').map((label) => label.trim())).flat(),
  ...Array.from(expr.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g), ([, label]) => label!),
];

/** The row of a metric; a histogram's series have a name for each of its parts. */
function rowOf(name: string) {
  const whole = name.replace(/_(bucket|count|sum)$/, '');
  return rows.find(
    ({ names, type }) =>
      names.some((pattern) => pattern.test(name)) ||
      (type === 'histogram' && names.some((pattern) => pattern.test(whole))),
  );
}

test('there are queries to check', () => {
  expect([alerts.length, dashboards.length]).toEqual([expect.any(Number), 2]);
  expect(queries.length).toBeGreaterThanOrEqual(50);
});

test.each(queries)('$where asks for metrics and labels that are documented', ({ expr }) => {
  const names = metricsIn(expr);
  expect(names).not.toEqual([]);
  expect(names.filter((name) => rowOf(name) === undefined)).toEqual([]);
  // the SDK has some two hundred: those that are used are listed by name
  const ofSdk = names.filter((name) => name.startsWith('temporal_'));
  expect(ofSdk.filter((name) => !text.includes(`\`${name.replace(/_bucket$/, '')}\``))).toEqual([]);
  const known = [...COMMON_LABELS, ...names.flatMap((name) => rowOf(name)?.labels ?? [])];
  expect(labelsIn(expr).filter((label) => !known.includes(label))).toEqual([]);
});

describe.each(dashboards)('$title', ({ file, uid, panels }) => {
  test('can be imported: ids and places are its own, and the data source is chosen', () => {
    expect(uid).toBe(`shelfwright-${file.replace('.json', '')}`);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const sources = panels.flatMap(({ targets = [] }) => targets.map(({ datasource }) => datasource.uid));
    expect(new Set(sources)).toEqual(new Set(['${datasource}']));
    for (const [at, panel] of panels.entries())
      expect([panel.title, panels.slice(0, at).filter((other) => overlap(panel.gridPos, other.gridPos))]).toEqual([
        panel.title,
        [],
      ]);
  });
});

type Place = Panel['gridPos'];
const overlap = (a: Place, b: Place): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

const promtool = spawnSync('promtool', ['--version']);
const isThere = promtool.status === 0;
if (!isThere)
  process.stderr.write('SKIPPED: no promtool on the PATH; `npm run check-alerts` says where it comes from\n');

(isThere ? test : test.skip)(
  'promtool accepts alerts and queries, and the alerts pass their tests',
  () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/check-alerts.mjs')], {
      encoding: 'utf8',
    });
    expect([stderr, status]).toEqual(['', 0]);
  },
  60_000,
);

test('without promtool the check says how to get it', () => {
  const env = { PATH: '/nonexistent' };
  const args = [join(root, 'scripts/check-alerts.mjs')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  expect([status, stderr]).toEqual([3, expect.stringContaining('apt-get install --no-install-recommends prometheus')]);
});
