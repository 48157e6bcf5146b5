/**
 * `npm run check-alerts`: promtool checks the rules of docs/alerts.yml, runs their tests (docs/alerts.test.yml) and parses
 * each query of the dashboards. Exit codes: 1 where something is wrong, 3 where there is no promtool.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

const NO_PROMTOOL = `There is no promtool on the PATH, so alerts and dashboards were not checked. It comes with Prometheus:
  Debian, Ubuntu: apt-get install --no-install-recommends prometheus
  without installing a server: apt-get download prometheus && dpkg-deb --extract prometheus_*.deb DIR, then put DIR/usr/bin on the PATH
  elsewhere: the archive of a Prometheus release\n`;

/** Throws what promtool says where it refuses. */
function promtool(...args) {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { encoding: 'utf8', timeout: 60_000 });
  if (error?.code === 'ENOENT') throw Object.assign(new Error(NO_PROMTOOL), { code: 3 });
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}${error?.message ?? ''}`);
  process.stdout.write(stdout);
}

/** The queries of all dashboards as recording rules, which is what promtool can read. */
function dashboardRules() {
  const folder = join(root, 'deploy/grafana');
  const boards = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const groups = boards.map((file) => {
    const { panels } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    return { name: file, rules: queries.map((expr, at) => ({ record: `query_${at}`, expr })) };
  });
  return { groups }; // JSON is YAML
}

const folder = mkdtempSync(join(tmpdir(), 'shelfwright-alerts-'));
try {
  promtool('check', 'rules', join(root, 'docs/alerts.yml'));
  promtool('test', 'rules', join(root, 'docs/alerts.test.yml'));
  const queries = join(folder, 'dashboards.yml');
  writeFileSync(queries, JSON.stringify(dashboardRules()));
  promtool('check', 'rules', queries);
} catch (error) {
  process.stderr.write(error.message);
  process.exitCode = error.code === 3 ? 3 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
