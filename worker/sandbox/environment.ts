/**
 * Takes the environment out of sight: what a process is started with stays readable in /proc/<pid>/environ for every process
 * of the same user, whatever it does to its variables later. So the worker writes it to a file, replaces itself by a
 * process that is started without, and reads and removes the file. Variables that are set later are in the heap.
 *
 * Imported for its effect, before anything else is loaded.
 */
import { mkdtempSync, readFileSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the program loader, Node and the C library read before any code of ours runs; none of it is secret. */
const KEPT = /^(PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/;
/** Names the file. */
const HANDED_OVER = 'SHELFWRIGHT_ENVIRONMENT_FILE';

function hideEnvironment(): void {
  const path = process.env[HANDED_OVER];
  if (path !== undefined) return takeOver(path);
  // systems without it have no /proc either, or none that shows the environment
  if (typeof process.execve !== 'function' || process.platform !== 'linux') return;
  const entries = Object.entries(process.env);
  const file = join(mkdtempSync(join(tmpdir(), 'shelfwright-environment-')), 'variables.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries)), { mode: 0o600 });
  const kept = Object.fromEntries(entries.filter(([name]) => KEPT.test(name)));
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...kept, [HANDED_OVER]: file });
}

function takeOver(path: string): void {
  const variables = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  unlinkSync(path);
  rmdirSync(dirname(path));
  delete process.env[HANDED_OVER];
  Object.assign(process.env, variables);
}

hideEnvironment();
