/**
 * `npm run fuzz [-- EXAMPLES]`: Schemathesis against the service as it runs, with a key and with a session, at shelves
 * that are made up, that it makes itself, and that there are. Ends with 1 when anything was found.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textPdf } from '../support/marked-pdf.js';
import { configOf } from './config.js';
import { startFuzzedService, type FuzzedService } from './service.js';

const VERSION = '4.32.5';
const DEFAULT_EXAMPLES = 40;
const PROGRAM = process.env['SCHEMATHESIS'] ?? 'schemathesis';
const HOOKS = join(import.meta.dirname, '../../../test/fuzz/hooks.py');

/** What is asked, in order. */
const PASSES = [
  { name: 'a key and ids that are made up', by: 'apiKey', atShelves: false, phases: 'examples,coverage,fuzzing' },
  { name: 'a key, one call after the other', by: 'apiKey', atShelves: false, phases: 'stateful' },
  { name: 'a key, at shelves that there are', by: 'apiKey', atShelves: true, phases: 'coverage,fuzzing' },
  { name: 'a session, at shelves that there are', by: 'session', atShelves: true, phases: 'coverage,fuzzing' },
] as const;

const examples = Number(process.argv[2] ?? DEFAULT_EXAMPLES);
if (!Number.isInteger(examples) || examples < 1)
  giveUp('The argument is the number of examples for each operation: a whole number from 1.');
if (spawnSync(PROGRAM, ['--version']).status !== 0)
  giveUp(
    `Schemathesis is not there. \`pip install schemathesis==${VERSION}\` installs it; SCHEMATHESIS names one elsewhere.`,
  );

const folder = mkdtempSync(join(tmpdir(), 'shelfwright-fuzz-'));
const pdf = join(folder, 'report.pdf');
writeFileSync(pdf, await textPdf(1));
const service = await startFuzzedService();
const failed: string[] = [];
try {
  for (const pass of PASSES) if ((await fuzz(service, pass)) !== 0) failed.push(pass.name);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(failed.length === 0 ? '\nNothing was found.\n' : `\nFound with: ${failed.join('; ')}.\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Answers the program's exit code. */
async function fuzz(
  { baseUrl, shelves, apiKey, sessionToken }: FuzzedService,
  { name, by, atShelves, phases }: (typeof PASSES)[number],
): Promise<number> {
  process.stdout.write(`\n# With ${name}\n`);
  const config = join(folder, 'schemathesis.toml');
  const credential = by === 'apiKey' ? { apiKey } : { sessionToken, origin: baseUrl };
  writeFileSync(config, configOf({ credential, shelves: atShelves ? shelves : null }));
  const args = ['--config-file', config, 'run', `${baseUrl}/openapi.json`, '--url', baseUrl, '--phases', phases];
  args.push('--max-examples', String(examples), '--continue-on-failure', '--warnings', 'off');
  const env = { ...process.env, SCHEMATHESIS_HOOKS: HOOKS, FUZZ_PDF: pdf };
  const child = spawn(PROGRAM, args, { stdio: 'inherit', cwd: folder, env });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

function giveUp(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
