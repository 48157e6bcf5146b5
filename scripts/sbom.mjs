/**
 * `npm run sbom`: dist/sbom.cdx.json, all packages that are installed in production. `npm sbom --omit=dev` (npm 11) leaves
 * out those that a package for development needs as well, the database's client among them, so the whole list is filtered.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

const DEVELOPMENT = 'cdx:npm:package:development';
const FORMAT = ['--sbom-format=cyclonedx', '--sbom-type=application'];

const done = spawnSync('npm', ['sbom', ...FORMAT], { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
if (done.status !== 0) {
  process.stderr.write(`npm sbom: ${done.error?.message ?? done.stderr}\n`);
  process.exit(1);
}
const sbom = JSON.parse(done.stdout);
const isShipped = ({ properties = [] }) => !properties.some(({ name }) => name === DEVELOPMENT);
const components = sbom.components.filter(isShipped);
const shipped = new Set([sbom.metadata.component, ...components].map((one) => one['bom-ref']));
const dependencies = sbom.dependencies
  .filter(({ ref }) => shipped.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) }));

mkdirSync(join(root, 'dist'), { recursive: true });
const file = join(root, 'dist/sbom.cdx.json');
writeFileSync(file, `${JSON.stringify({ ...sbom, components, dependencies }, null, 2)}\n`);
process.stdout.write(`${components.length} packages in ${file}\n`);
