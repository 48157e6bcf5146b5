/** What a load is to be, and against which service. */
import { parseArgs } from 'node:util';
import { OptionError, positive } from '../usage.js';

/** For each load: how many objects, how often it is measured, and for how long it may take. */
const DEFAULTS = {
  page: { count: 1, rounds: 5, minutes: 30 },
  book: { count: 1, rounds: 5, minutes: 30 },
  batch: { count: 1_000, rounds: 5, minutes: 30 },
  reviews: { count: 10_000, rounds: 200, minutes: 60 },
  deliveries: { count: 100_000, rounds: 20, minutes: 90 },
  kill: { count: 300, rounds: 1, minutes: 150 },
  upgrade: { count: 200, rounds: 1, minutes: 60 },
} as const;

export type Load = keyof typeof DEFAULTS;
export const LOADS = Object.keys(DEFAULTS) as Load[];
/** Those that clients can put on a service that runs already; the others need its servers or its processes. */
const BY_CLIENTS: readonly Load[] = ['page', 'book', 'batch'];

export interface LoadOptions {
  load: Load;
  /** How often one document, an approval or an event is timed. */
  rounds: number;
  /** Shelves of a batch, an upgrade or a kill run, open reviews, or pending deliveries. */
  count: number;
  /** Requests that are made at the same time. */
  atOnce: number;
  /** After so many minutes a load ends, whatever is left. */
  minutes: number;
  /** The PDF of `book`. */
  file: string | null;
  /** A service that runs already; null for one that the command starts and stops. */
  service: { url: string; key: string; otherKey: string } | null;
  /** Keeps what was uploaded, so that a load that was interrupted goes on. */
  state: string | null;
  /** Of `kill`: how many processes are killed or stopped, and what the plan of that is made from (null: another each time). */
  faults: number;
  seed: number | null;
  /** Of `upgrade`: the folder in which the earlier release is built. */
  from: string | null;
}

/** @throws OptionError, or an error of parseArgs, for arguments that make no sense. */
export function readLoadOptions(args: string[]): LoadOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      count: { type: 'string' },
      'at-once': { type: 'string', default: '16' },
      minutes: { type: 'string' },
      file: { type: 'string' },
      url: { type: 'string' },
      key: { type: 'string' },
      'other-key': { type: 'string' },
      state: { type: 'string' },
      faults: { type: 'string', default: '200' },
      seed: { type: 'string' },
      from: { type: 'string' },
    },
  });
  const load = LOADS.find((one) => one === positionals[0]);
  if (!load) throw new OptionError(`which load? One of ${LOADS.join(', ')}`);
  const { file = null, state = null, from = null } = values;
  const service = serviceOf(load, values);
  if (state && !service)
    throw new OptionError('--state is for a service of --url: one of its own is gone with the command');
  if (load === 'upgrade' && !from)
    throw new OptionError('--from is missing: the folder in which the earlier release is built');
  const { rounds, count, minutes } = DEFAULTS[load];
  return {
    load,
    rounds: positive(values.rounds ?? String(rounds), '--rounds'),
    count: positive(values.count ?? String(count), '--count'),
    atOnce: positive(values['at-once'], '--at-once'),
    minutes: positive(values.minutes ?? String(minutes), '--minutes'),
    file,
    service,
    state,
    faults: positive(values.faults, '--faults'),
    seed: values.seed === undefined ? null : positive(values.seed, '--seed'),
    from,
  };
}

function serviceOf(
  load: Load,
  { url, key, 'other-key': otherKey }: { url?: string; key?: string; 'other-key'?: string },
): LoadOptions['service'] {
  if ((url === undefined) !== (key === undefined)) throw new OptionError('--url needs --key, and --key needs --url');
  if (!url || !key) return null;
  if (!BY_CLIENTS.includes(load))
    throw new OptionError(`${load} starts a service of its own: it looks into its servers or ends its processes`);
  return { url: url.replace(/\/$/, ''), key, otherKey: otherKey ?? key };
}
