/** What is shipped, and what is known to be wrong with it. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

interface Sbom {
  bomFormat: string;
  components: { name: string; group?: string; version: string; licenses?: object[]; hashes?: object[] }[];
}

test('the SBOM can be made, and names every dependency with its version, licence and hash', async () => {
  await run('npm', ['run', '-s', 'sbom'], { cwd: ROOT });
  const { bomFormat, components } = JSON.parse(readFileSync(join(ROOT, 'dist/sbom.cdx.json'), 'utf8')) as Sbom;
  expect(bomFormat).toBe('CycloneDX');
  const named = components.map((one) => ({ ...one, name: one.group ? `${one.group}/${one.name}` : one.name }));
  for (const [name, version] of Object.entries(dependencies)) {
    const found = named.find((one) => one.name === name && one.version === version);
    expect([name, found?.licenses?.length, found?.hashes?.length]).toEqual([name, 1, 1]);
  }
  expect(named.map(({ name }) => name)).not.toContain('jest');
}, 300_000);

interface Advisory {
  url: string;
  title: string;
  severity: string;
  vulnerable_versions: string;
}

/** What `npm run audit` says to a registry that answers so; null: it has no such endpoint. */
async function audit(advisories: Record<string, Advisory[]> | null): Promise<{ code: number; said: string }> {
  const registry = createServer((request, response) => {
    const isAdvisories = request.url?.endsWith('/advisories/bulk');
    request.resume();
    request.on('end', () => {
      response.statusCode = isAdvisories && advisories === null ? 405 : 200;
      response.setHeader('content-type', 'application/json');
      const name = decodeURIComponent(request.url?.slice(1) ?? '');
      const version = dependencies[name] ?? '1.0.0';
      const packument = { name, versions: { [version]: { name, version } } };
      response.end(JSON.stringify(isAdvisories ? (advisories ?? {}) : packument));
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as AddressInfo;
  const option = `--registry=http://127.0.0.1:${port}/`;
  try {
    const { stdout } = await run('npm', ['run', '-s', 'audit', '--', option], { cwd: ROOT });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, said: stdout };
  } finally {
    registry.closeAllConnections();
    registry.close();
  }
}

describe('the audit', () => {
  test('says loudly that nothing is known, where the registry has no advisories', async () => {
    const { code, said } = await audit(null);
    expect([code, said]).toEqual([2, expect.stringMatching(/^NOT AUDITED: .*\n.*405/)]);
  }, 300_000);

  test('fails for a serious vulnerability, and names it', async () => {
    const url = 'https://example.com/advisory';
    const advisory = { url, title: 'It leaks', severity: 'high', vulnerable_versions: '*' };
    const { code, said } = await audit({ pg: [advisory] });
    expect([code, said]).toEqual([1, expect.stringContaining('pg *: It leaks (https://example.com/advisory)')]);
  }, 300_000);

  test('passes where none is known', async () => {
    const { code, said } = await audit({});
    expect([code, said]).toEqual([0, expect.stringMatching(/^0 packages with known vulnerabilities/)]);
  }, 300_000);
});
