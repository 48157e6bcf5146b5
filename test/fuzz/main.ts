/**
 * `npm run fuzz [-- EXAMPLES]`: Schemathesis against the service as it runs, with a key and with a session, at no shelf
 * and at shelves that there are. Ends with 1 when anything was found.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configOf } from './config.js';
import { startFuzzedService, type FuzzedService } from './service.js';

const VERSION = '4.32.5';
const DEFAULT_EXAMPLES = 40;
const PROGRAM = process.env['SCHEMATHESIS'] ?? 'schemathesis';

/** What is asked, in order. */
const PASSES = [
  {
    name: 'a key, ids as they are made up, one call after the other',
    by: 'key',
    given: false,
    phases: 'examples,coverage,fuzzing,stateful',
  },
  { name: 'a key, shelves that there are', by: 'key', given: true, phases: 'coverage,fuzzing' },
  { name: 'a session, shelves that there are', by: 'session', given: true, phases: 'coverage,fuzzing' },
] as const;

if (spawnSync(PROGRAM, ['--version']).status !== 0) {
  process.stderr.write(
    `Schemathesis is not installed. \`pip install schemathesis==${VERSION}\` does it; SCHEMATHESIS names a program elsewhere.\n`,
  );
  process.exit(2);
}
const examples = Number(process.argv[2] ?? DEFAULT_EXAMPLES);
if (!Number.isInteger(examples) || examples < 1) {
  process.stderr.write('The argument is the number of examples for each operation: a whole number from 1.\n');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'shelfwright-fuzz-'));
const service = await startFuzzedService();
let failed = 0;
try {
  for (const pass of PASSES) failed += (await fuzz(service, pass)) === 0 ? 0 : 1;
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

/** Answers the program's exit code. */
async function fuzz({ baseUrl, shelves, headers }: FuzzedService, pass: (typeof PASSES)[number]): Promise<number> {
  process.stdout.write(`\n# With ${pass.name}\n`);
  const config = join(folder, 'schemathesis.toml');
  writeFileSync(config, configOf(pass.given ? shelves : null));
  const args = ['--config-file', config, 'run', `${baseUrl}/openapi.json`, '--url', baseUrl];
  args.push('--phases', pass.phases, '--max-examples', String(examples), '--continue-on-failure', '--warnings', 'off');
  for (const [name, value] of Object.entries(headers[pass.by])) args.push('--header', `${name}: ${value}`);
  const child = spawn(PROGRAM, args, { stdio: 'inherit', cwd: folder });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
