/** `node scripts/run.mjs FILE ARGS`: builds, then runs dist/FILE with the arguments and the variables of .env. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { build } from './build.mjs';

const [file, ...args] = process.argv.slice(2);
try {
  await build({ log: (line) => process.stderr.write(`${line}\n`) });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);
const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist', file), ...args], {
  stdio: 'inherit',
});
process.on('SIGINT', () => {}); // the terminal gives Ctrl-C to the whole group
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
