/** What a load is to be, and against which service. */
import { parseArgs } from 'node:util';

export const LOADS = ['page', 'book', 'batch'] as const;
export type Load = (typeof LOADS)[number];

export interface LoadOptions {
  load: Load;
  /** How often one document is timed. */
  rounds: number;
  /** Shelves of a batch. */
  count: number;
  /** Shelves that are uploaded at the same time. */
  atOnce: number;
  /** After so many minutes a load ends, whatever is left. */
  minutes: number;
  /** The PDF of `book`. */
  file: string | null;
  /** A service that runs already; null for one that the command starts and stops. */
  service: { url: string; key: string; otherKey: string } | null;
  /** Keeps what was uploaded, so that a batch that was interrupted goes on. */
  state: string | null;
}

const COUNTS: Record<Load, number> = { page: 1, book: 1, batch: 1_000 };

/** @throws Error with the reason, for arguments that make no sense. */
export function readLoadOptions(args: string[]): LoadOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      count: { type: 'string' },
      'at-once': { type: 'string', default: '16' },
      minutes: { type: 'string', default: '30' },
      file: { type: 'string' },
      url: { type: 'string' },
      key: { type: 'string' },
      'other-key': { type: 'string' },
      state: { type: 'string' },
    },
  });
  const load = LOADS.find((one) => one === positionals[0]);
  if (!load) throw new Error(`which load? One of ${LOADS.join(', ')}`);
  const { url, key, state = null } = values;
  if ((url === undefined) !== (key === undefined)) throw new Error('--url needs --key, and --key needs --url');
  const service = url && key ? { url: url.replace(/\/$/, ''), key, otherKey: values['other-key'] ?? key } : null;
  if (state && !service) throw new Error('--state is for a service of --url: one of its own is gone with the command');
  return {
    load,
    rounds: positive(values.rounds, '--rounds'),
    count: positive(values.count ?? String(COUNTS[load]), '--count'),
    atOnce: positive(values['at-once'], '--at-once'),
    minutes: positive(values.minutes, '--minutes'),
    file: values.file ?? null,
    service,
    state,
  };
}

function positive(value: string, option: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${option} is a whole number from 1 on`);
  return number;
}
