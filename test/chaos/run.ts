/** A run from its first upload to its table: clients and faults at once, then rest, then the checks. */
import { setTimeout as pause } from 'node:timers/promises';
import { createDataSource } from '../../entities/data-source.js';
import type { DataFolder } from '../../local/data-folder.js';
import { answers } from '../../local/ports.js';
import { makeAccounts } from './accounts.js';
import { makeBursts, playBurst } from './bursts.js';
import { createClient, type Tally } from './client.js';
import { checkAll } from './checks/all.js';
import { planFaults } from './fault-plan.js';
import { carryOut, type FaultDone } from './faults.js';
import type { Ledger } from './ledger.js';
import { planMix } from './mix.js';
import type { Options, Scale } from './options.js';
import { planOwners, playOwner } from './owners.js';
import type { Roll } from './processes.js';
import { playScript } from './script.js';
import type { System } from './system.js';
import { countsOf, type Check } from './table.js';

export interface RunDeps {
  options: Options;
  scale: Scale;
  system: System;
  data: DataFolder;
  ledger: Ledger;
  roll: Roll;
  say: (line: string) => void;
  signal: AbortSignal;
}

const PROGRESS_MS = 60_000;
/** Share of the time for uploads in which an endpoint is disabled. */
const ENDPOINT_PAUSE = 0.1;
const STEADY_MS = 120_000;

/** Answers the checks; throws when the run was given up. */
export async function run(deps: RunDeps): Promise<Check[]> {
  const { options, scale, system, ledger, roll, say, signal } = deps;
  const dataSource = createDataSource(system.config.databaseUrl, { poolSize: 2, applicationName: 'chaos' });
  await dataSource.initialize();
  const faults: FaultDone[] = [];
  const tally: Tally = new Map();
  const progress = setInterval(() => say(progressOf(ledger, faults, options)), PROGRESS_MS);
  try {
    const accounts = await makeAccounts(dataSource.manager, system);
    const bursts = await makeBursts(dataSource.manager, system, options);
    accounts.endpoints.push(...bursts.map(({ endpoint }) => endpoint));
    await dataSource.destroy(); // it would meet the faults
    const enough = new AbortController();
    const givenUp = new AbortController(); // what is not answered in time
    const client = createClient({ urls: system.urls, tally, signal: AbortSignal.any([signal, givenUp.signal]) });
    const scripts = planMix(options).map(async (plan) => {
      await pause(plan.at * scale.uploadsMs, undefined, { signal });
      await playScript(plan, { client, ledger, accounts: accounts.credentials, enough: enough.signal });
    });
    const pauseMs = scale.uploadsMs * ENDPOINT_PAUSE;
    const owners = planOwners(options).map(async (wish) => {
      await pause(wish.at * scale.uploadsMs, undefined, { signal });
      await playOwner(wish, { client, ledger, accounts, pauseMs, signal });
    });
    const { databaseUrl } = system.config;
    const recovered = bursts.map(async (burst) => {
      await pause(burst.at * scale.uploadsMs, undefined, { signal });
      await playBurst(burst, { client, ledger, databaseUrl, signal: AbortSignal.any([signal, givenUp.signal]) });
    });
    const clients = Promise.all([...scripts, ...owners, ...recovered]);
    clients.catch(() => undefined); // told by the await below
    await carryOut(planFaults(options), {
      members: system.members,
      roll,
      longestMs: scale.stopMs[1],
      signal,
      underWay: ledger.underWay,
      done: (fault) => {
        faults.push(fault);
        ledger.note('fault', fault);
      },
    });
    signal.throwIfAborted();
    enough.abort();
    const lastFault = performance.now();
    say(`The last fault is over. ${progressOf(ledger, faults, options)}`);
    await Promise.race([clients, pause(scale.restMs, undefined, { signal })]);
    givenUp.abort(new Error('it was not answered in time'));
    const restedMs = performance.now() - lastFault;
    const open = ledger.asking.size === 0 ? '' : `, but for ${ledger.asking.size}`;
    say(`Shelves were at rest ${(restedMs / 1000).toFixed(0)} s after the last fault${open}.`);
    await steady(system.urls, signal);
    const steadySince = new Date();
    for (const member of system.members) roll.note(member.name, member.pid() ?? 0);
    const { checks, attempts } = await checkAll({ ...deps, accounts, bursts, faults, steadySince });
    say(`Answers: ${countsOf(tally)}.`);
    say(`Deliveries: ${countsOf(attempts)}.`);
    say(`Faults: ${countsOf(countBy(faults, ({ target, kind }) => `${target} ${kind}`))}.`);
    const busy = faults.filter(({ underWay }) => underWay > 0).length;
    say(`At ${busy} of ${faults.length} faults shelves were at work.`);
    return checks;
  } finally {
    clearInterval(progress);
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

/** All servers answer again after the last fault. */
async function steady(urls: readonly string[], signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + STEADY_MS;
  for (const url of urls) {
    while (performance.now() < endMs && !(await answers(`${url}/readyz`))) await pause(500, undefined, { signal });
  }
}

function progressOf({ shelves }: Ledger, faults: readonly FaultDone[], options: Options): string {
  const statuses = countBy(shelves, ({ deleted, rests }) => (deleted ? 'deleted' : (rests ?? 'at work')));
  return `Shelves ${shelves.length} of ${options.shelves}: ${countsOf(statuses)}. Faults ${faults.length} of ${options.faults}.`;
}

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return counts;
}
