/**
 * `npm test`: lint, format, types, then all tests; the last line says `N passed, N failed`, and lint, format and types
 * count as one each. `npm test -- ARGS` gives the arguments to jest (a path, -t NAME) and leaves lint and format out.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { build } from './build.mjs';

const args = process.argv.slice(2);
const tool = (name) => join(root, 'node_modules', '.bin', name);
const checks = { passed: 0, failed: 0 };

function check(title, run) {
  const begun = performance.now();
  let failure = null;
  try {
    failure = run();
  } catch (error) {
    failure = error.message;
  }
  process.stderr.write(
    `${title}: ${failure === null ? 'passed' : 'FAILED'} (${((performance.now() - begun) / 1000).toFixed(1)} s)\n`,
  );
  if (failure !== null) process.stderr.write(`${failure}\n`);
  checks[failure === null ? 'passed' : 'failed'] += 1;
  return failure === null;
}

function runTool(name, ...toolArgs) {
  const done = spawnSync(tool(name), toolArgs, { cwd: root, encoding: 'utf8', timeout: 300_000 });
  return done.status === 0 ? null : `${done.stdout}${done.stderr}${done.error?.message ?? ''}`;
}

function giveUp() {
  process.stdout.write(`${checks.passed} passed, ${checks.failed} failed\n`);
  process.exit(1);
}

if (args.length === 0) {
  check('Lint', () => runTool('oxlint', '--type-aware', '--deny-warnings'));
  check('Format', () => runTool('oxfmt', '--check'));
}
const compiles = check('Types and build', () => {
  build({ log: (line) => process.stderr.write(`${line}\n`) });
  return null;
});
if (!compiles) giveUp();

process.stderr.write('Server programs:\n');
try {
  const { preparePrograms } = await import(join(root, 'dist/local/prepare.js'));
  const { createProgress } = await import(join(root, 'dist/local/progress.js'));
  await preparePrograms(process.env, createProgress(process.stderr));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  checks.failed += 1;
  giveUp();
}

const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--enable-source-maps'];
const jest = spawn(process.execPath, [...flags, join(root, 'node_modules/jest/bin/jest.js'), ...args], {
  cwd: root,
  stdio: 'inherit',
  // The reporter adds these to its last line.
  env: { ...process.env, CHECKS_PASSED: String(checks.passed), CHECKS_FAILED: String(checks.failed) },
});
process.on('SIGINT', () => {}); // the terminal gives Ctrl-C to the whole group
process.on('SIGTERM', () => jest.kill('SIGTERM'));
jest.on('exit', (code) => process.exit(code || (checks.failed > 0 ? 1 : 0)));
