/** Everything that is checked at the end of a run, over the servers as they are then. */
import { setTimeout as pause } from 'node:timers/promises';
import { createDataSource } from '../../../entities/data-source.js';
import { createTemporal, type Temporal } from '../../../infra/temporal.js';
import { tryReconciler } from '../../support/reconciler.js';
import type { RunDeps } from '../run.js';
import type { Accounts } from '../accounts.js';
import type { Burst } from '../bursts.js';
import type { FaultDone } from '../faults.js';
import { checked, type Check } from '../table.js';
import { attemptsTaken, checkEvents } from './events.js';
import { checkObjects } from './objects.js';
import { checkOtherRuns } from './other-runs.js';
import { checkRepeats } from './repeats.js';
import { checkRuns } from './runs.js';
import { checkShelves, readShelfRows } from './shelves.js';
import { checkVersions, readVersionRows, type ReadOf } from './versions.js';

export interface CheckDeps extends RunDeps {
  accounts: Accounts;
  bursts: readonly Burst[];
  /** Those that were carried out. */
  faults: readonly FaultDone[];
  /** From when on everything was there again after the last of them. */
  steadySince: Date;
}

const AGAIN_MS = 3_000;
const READ_MS = 30_000;

export async function checkAll(deps: CheckDeps): Promise<{ checks: Check[]; attempts: Map<string, number> }> {
  const { options, system, data, ledger, scale, accounts, bursts, faults, steadySince } = deps;
  const { storage, config } = system;
  const dataSource = createDataSource(config.databaseUrl, { poolSize: 4, applicationName: 'chaos-checks' });
  await dataSource.initialize();
  const temporal = createTemporal(config.temporal);
  const { manager } = dataSource;
  try {
    const shelves = await untilNothingIsLost(deps, temporal, async () =>
      checkShelves(await readShelfRows(manager), ledger),
    );
    const runs = await untilNothingIsLost(deps, temporal, async () =>
      checkRuns(temporal, await readShelfRows(manager)),
    );
    const objects = await untilNothingIsLost(deps, temporal, async () =>
      checkObjects({
        manager,
        storage,
        storeDir: data.s3,
        shelves: await readShelfRows(manager),
        versions: await readVersionRows(manager),
      }),
    );
    const versions = await checkVersions({
      ledger,
      storage,
      readOf: reader(deps),
      shelves: await readShelfRows(manager),
      versions: await readVersionRows(manager),
    });
    const { endpoints } = accounts;
    const { surprises } = ledger;
    const wanted = { manager, ledger, endpoints, recordPath: system.receiverRecord };
    const events = await untilNothingIsLost(deps, temporal, () => checkEvents(wanted), scale.deliveriesMs);
    const others = await untilNothingIsLost(deps, temporal, () => checkOtherRuns(temporal, steadySince));
    const repeats = await checkRepeats({ manager, recordPath: system.receiverRecord, faults, ledger });
    const created = new Set(ledger.shelves.map(({ plan }) => plan.number));
    const numbers = Array.from({ length: options.shelves }, (_, number) => number);
    const checks = [
      checked(
        'faults: carried out',
        options.faults,
        Array.from({ length: options.faults - faults.length }, () => 'met no process'),
      ),
      checked(
        'faults: what was asked to end did so by itself',
        faults.filter(({ kind }) => kind === 'end').length,
        faults.filter(({ hung }) => hung).map(({ member, pid }) => `${member} (${pid})`),
      ),
      checked(
        'requests: every one was answered in the end',
        ledger.asked(),
        [...ledger.asking].map(({ what, since }) => `${what}, asked at ${since}`),
      ),
      checked(
        'uploads: every one was answered with 201',
        options.shelves,
        numbers.filter((number) => !created.has(number)).map((number) => `Shelf ${number}`),
      ),
      { what: 'answers that no client should get', expected: 0, found: surprises.length, lost: surprises },
      ...shelves,
      ...versions,
      ...objects,
      ...runs,
      ...others,
      ...events,
      checked(
        'deliveries: of each burst some were deferred',
        bursts.length,
        bursts.flatMap(({ endpoint, deferred }) => (deferred > 0 ? [] : endpoint.publicId)),
      ),
      ...repeats,
    ];
    return { checks, attempts: await attemptsTaken(manager) };
  } finally {
    await temporal.close();
    await dataSource.destroy();
  }

  /** What the sweeper and the reconciler put right in their time is not lost. */
  async function untilNothingIsLost(
    { signal, options: { isQuick } }: CheckDeps,
    server: Temporal,
    look: () => Promise<Check[]>,
    longestMs = scale.sweepMs,
  ): Promise<Check[]> {
    const endMs = performance.now() + longestMs;
    for (;;) {
      const checks = await look();
      if (checks.every(({ lost }) => lost.length === 0) || performance.now() > endMs) return checks;
      // the reconciler's minute is long for a run of two
      if (isQuick) await tryReconciler(server);
      await pause(AGAIN_MS, undefined, { signal });
    }
  }
}

/** Reads with the account's key. */
function reader({ system, accounts, signal }: CheckDeps): ReadOf {
  const [url = ''] = system.urls;
  return (shelf) => async (path) => {
    const apiKey = accounts.credentials[shelf.plan.account]?.apiKey;
    const reply = await fetch(`${url}/v1/shelves/${shelf.publicId}${path}`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]),
    });
    const body = Buffer.from(await reply.arrayBuffer());
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${body.toString()}`);
    return body;
  };
}
