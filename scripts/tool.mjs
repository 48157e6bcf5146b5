import { spawn } from 'node:child_process';
import { root } from './bootstrap.mjs';

/** Far from the minute that lint takes: on a loaded machine it took more than five. */
const TIMEOUT_MS = 900_000;

/**
 * Runs a program at the repository's root and gives what it printed to its standard output. Rejects with all of its output
 * where it fails, `wasEnded` being whether a signal of the system's ended it; one that is aborted does.
 */
export async function runTool(what, [command, ...args], { signal } = {}) {
  const child = spawn(command, args, { cwd: root, timeout: TIMEOUT_MS, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', all: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.stdout += text;
    said.all += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => (said.all += text));
  const end = await new Promise((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (code, endSignal) => done(endSignal ?? code));
  });
  if (end !== 0) {
    const error = new Error(`${what} failed:\n${said.all}${what} ended: ${end}`);
    throw Object.assign(error, { wasEnded: child.signalCode !== null });
  }
  return said.stdout;
}
