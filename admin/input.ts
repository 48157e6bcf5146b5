/** Parses what operators type. */
import { SHELF_STATUSES, type ShelfStatus } from '../contract/vocabulary.js';

/** An invalid command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command that failed: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

const MAX_COUNT = 100_000;
const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

export function readCount(name: string, text: string | undefined, byDefault: number): number {
  if (text === undefined) return byDefault;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_COUNT) throw new UsageError(`--${name} is a whole number from 1 to ${MAX_COUNT}.`);
  return count;
}

/** In seconds; 0 where none is given. */
export function readDuration(name: string, text: string | undefined): number {
  if (text === undefined) return 0;
  const [, count = '', unit = ''] = /^(\d{1,5})([smhd])$/.exec(text) ?? [];
  if (!unit) throw new UsageError(`--${name} is a number with s, m, h or d behind it, such as 30m or 2h.`);
  return Number(count) * SECONDS[unit as keyof typeof SECONDS];
}

/** The kinds of public ids that commands take. */
const KINDS = { shf: 'a shelf', dlv: 'a delivery' } as const;

export function readPublicId(prefix: keyof typeof KINDS, text: string): string {
  if (!new RegExp(`^${prefix}_[0-9a-f]{24}$`).test(text))
    throw new UsageError(`ID is that of ${KINDS[prefix]}: ${prefix}_ and 24 hex digits.`);
  return text;
}

export function readStatuses(name: string, text: string | undefined): ShelfStatus[] {
  if (text === undefined) return [];
  return text.split(',').map((part) => {
    const status = SHELF_STATUSES.find((one) => one === part.trim());
    if (!status) throw new UsageError(`--${name} is of ${SHELF_STATUSES.join(', ')}, with commas between several.`);
    return status;
  });
}
