/**
 * `npm run audit`: known vulnerabilities of what is installed in production. Exit 0: none that is high or critical; 1: some;
 * 2: not known, since the registry could not be asked, which `npm audit --silent` does not say. Arguments go to npm.
 */
import { spawnSync } from 'node:child_process';
import { root } from './bootstrap.mjs';

const SERIOUS = ['high', 'critical'];
const NOT_KNOWN = 2;

const done = spawnSync('npm', ['audit', '--omit=dev', '--json', ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const report = parsed(done.stdout);
if (report?.vulnerabilities === undefined) {
  const why = report?.message ?? report?.error?.summary ?? done.error?.message ?? done.stderr.trim();
  say('NOT AUDITED: the registry gave no advisories.');
  say(`  ${why}`);
  say('  Nothing is known of vulnerabilities now. Ask another registry: npm run audit -- --registry=URL');
  process.exit(NOT_KNOWN);
}
const found = Object.values(report.vulnerabilities);
for (const { name, severity, range, via } of found) {
  const titles = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} (${one.url})`));
  say(`${severity.padEnd(9)} ${name} ${range}: ${titles.join('; ')}`);
}
const serious = found.filter(({ severity }) => SERIOUS.includes(severity)).length;
say(
  `${found.length} packages with known vulnerabilities, ${serious} of them high or critical, of ${report.metadata.dependencies.prod} installed`,
);
process.exit(serious > 0 ? 1 : 0);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
