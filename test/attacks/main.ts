/**
 * npm run -s attacks -- DATA_FOLDER [NAME ...]
 *
 * Attacks the service that `npm start` runs on that folder, and says what came of it: docs/security-attacks.md. Makes
 * accounts and shelves, and fills its rate limits: not for an installation that people use.
 */
import { ATTACKS } from './attacks.js';
import { openTarget } from './target.js';

const [folder, ...names] = process.argv.slice(2);
const unknown = names.filter((name) => ATTACKS[name] === undefined);
if (folder === undefined || unknown.length > 0) {
  process.stderr.write(`Which? npm run -s attacks -- .data [${Object.keys(ATTACKS).join('|')}]\n`);
  process.exit(2);
}
const target = openTarget(folder);
let succeeded = 0;
for (const [name, attack] of Object.entries(ATTACKS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const outcome = await attack(target);
  succeeded += outcome.succeeded ? 1 : 0;
  process.stdout.write(`${name.padEnd(22)} ${outcome.succeeded ? 'SUCCEEDED' : 'failed'.padEnd(9)} ${outcome.seen}\n`);
}
process.exit(succeeded === 0 ? 0 : 1);
