/** `npm start [-- some.pdf [--template T]]`: runs everything on this machine, even from a fresh clone. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { build } from './build.mjs';

try {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  await build({ log: (line) => process.stdout.write(`${line}\n`) });
  const { main } = await import(join(root, 'dist/local/main.js'));
  process.exit(await main(process.argv.slice(2), process.env));
} catch (error) {
  // The message is for users; DEBUG shows the stack.
  process.stderr.write(`\n${process.env.DEBUG ? error.stack : error.message}\n`);
  process.exit(1);
}
