/** What a run is asked for on its command line. */
import { parseArgs } from 'node:util';

export interface Options {
  shelves: number;
  faults: number;
  /** Of the mix and of the faults. */
  seed: number;
  /** Small documents, short stops and ages: minutes instead of an hour. */
  isQuick: boolean;
  /** Keeps the folder of a run that lost nothing, too. */
  keep: boolean;
}

/** What follows from the size of a run. */
export type Scale = ReturnType<typeof scaleOf>;

export const USAGE = 'npm run chaos -- [--shelves 300] [--faults 200] [--seed N] [--quick] [--keep]';

/** Throws an Error that says what was not understood. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      shelves: { type: 'string', default: '300' },
      faults: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      quick: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  const count = (name: 'shelves' | 'faults' | 'seed', minimum: number): number => {
    const value = Number(values[name]);
    if (!Number.isSafeInteger(value) || value < minimum)
      throw new Error(`--${name}: a whole number from ${minimum} was expected`);
    return value;
  };
  const { quick: isQuick, keep } = values;
  return { shelves: count('shelves', 1), faults: count('faults', 0), seed: count('seed', 0), isQuick, keep };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Times and numbers of a run; ages and waits that the service takes from its configuration are in system.ts. */
export function scaleOf({ faults, isQuick }: Options) {
  const betweenFaultsMs = isQuick ? 4 * SECOND : 11 * SECOND;
  return {
    /** From one fault to the next, on the average. */
    betweenFaultsMs,
    stopMs: isQuick ? ([2 * SECOND, 5 * SECOND] as const) : ([5 * SECOND, 30 * SECOND] as const),
    /** Of a few: beyond the heartbeats, so that what goes on then finds its work taken over. */
    longStopMs: isQuick ? ([5 * SECOND, 8 * SECOND] as const) : ([45 * SECOND, 75 * SECOND] as const),
    /** What is asked to end is thought away for so long: until it has ended and is there again. */
    endedMs: isQuick ? 12 * SECOND : 30 * SECOND,
    /** Time over which shelves are begun: some are at work until the last fault. */
    uploadsMs: faults * betweenFaultsMs * 0.75,
    apis: isQuick ? 1 : 2,
    workers: isQuick ? 1 : 2,
    /** From the last fault until every shelf is at rest. */
    restMs: 10 * MINUTE,
    /** And from then until every event is delivered: a delivery that met five faults waits for ten minutes and more. */
    deliveriesMs: isQuick ? 5 * MINUTE : 20 * MINUTE,
    /** For the sweeper, after its age. */
    sweepMs: isQuick ? 3 * MINUTE : 10 * MINUTE,
    /** The whole run ends after this, whatever hangs. */
    longestMs: faults * betweenFaultsMs * 2 + 50 * MINUTE,
    reconcileAfterSeconds: isQuick ? 5 : 20,
    sweepIntentsSeconds: isQuick ? 20 : 120,
    sweepWorkSeconds: isQuick ? 30 : 300,
  };
}
