/**
 * `npm run chaos -- --shelves 300 --faults 200 --seed N`: the whole service at work while its processes are killed and
 * stopped; prints what was lost of what it had promised. Ends with 0 when nothing was, with 1 when something was, with 2
 * when it was not understood, with 130 when it was broken off.
 */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '../../local/data-folder.js';
import { onStopSignals } from '../../local/shutdown.js';
import { openLedger } from './ledger.js';
import type { Member } from './members.js';
import { readOptions, scaleOf, USAGE, type Options } from './options.js';
import { createRoll } from './processes.js';
import { run } from './run.js';
import { startSystem, stopSystem } from './system.js';
import { checked, tableOf, type Check } from './table.js';

const STOP_GRACE_MS = 20_000;

const say = (line: string): void => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

function parse(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    process.exit(2);
  }
}

const options = parse();
const scale = scaleOf(options);
const stop = new AbortController();
let isBrokenOff = false;
const roll = createRoll();
const members: Member[] = [];
const folder = mkdtempSync(join(tmpdir(), 'shelfwright-chaos-'));
const data = openDataFolder(folder);

onStopSignals(
  () => {
    isBrokenOff = true;
    say('Stopping; once more kills everything.');
    stop.abort(new Error('it was broken off'));
  },
  () => {
    roll.endAll();
    process.exit(130);
  },
);
const longest = setTimeout(
  () => stop.abort(new Error(`it took longer than ${scale.longestMs / 60_000} minutes`)),
  scale.longestMs,
);

async function play(): Promise<Check[]> {
  say(`${options.shelves} shelves, ${options.faults} faults, seed ${options.seed}. Folder ${folder}`);
  const watched = (line: string): void => appendFileSync(data.log('watch'), `${new Date().toISOString()} ${line}\n`);
  const system = await startSystem({ data, scale, roll, watched, signal: stop.signal }, members);
  try {
    const ledger = openLedger(join(folder, 'ledger.jsonl'));
    return await run({ options, scale, system, data, ledger, roll, say, signal: stop.signal });
  } finally {
    system.storage.close();
  }
}

/** Ends everything; what is still there after that is a loss. */
async function end(): Promise<Check> {
  const faults = await stopSystem(members, STOP_GRACE_MS);
  const left = roll.left().map(({ name, pid }) => `${name} (${pid})`);
  roll.endAll();
  return checked('processes: all have ended', roll.size(), [...faults, ...left]);
}

let checks: Check[] | null = null;
try {
  checks = await play();
} catch (error) {
  say(`The run was given up: ${(error as Error).stack ?? String(error)}`);
}
clearTimeout(longest);
const ended = await end();
const isLost = [...(checks ?? []), ended].some(({ lost }) => lost.length > 0);
process.stdout.write(`\n${tableOf([...(checks ?? []), ended])}\n\n`);
if (isBrokenOff) process.exitCode = 130;
else if (checks === null || isLost) process.exitCode = 1;
if (process.exitCode === 1 || options.keep) say(`Logs, data and ledger are in ${folder}`);
else rmSync(folder, { recursive: true, force: true });
const outcome = isBrokenOff ? 'Broken off' : process.exitCode === undefined ? 'Nothing was lost' : 'Failed';
say(`${outcome} (seed ${options.seed}).`);
process.exit();
