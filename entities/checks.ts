import type { IdPrefix } from './ids.js';

/** SQL of a check that `column` is null or one of `values` (words of the vocabulary, so free of quotes). */
export function oneOf(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`;
}

/** SQL of a check that `column` is a public id with `prefix`. */
export function publicId(column: string, prefix: IdPrefix): string {
  return `${column} ~ '^${prefix}_[0-9a-f]{24}$'`;
}

/** SQL of a check that `column` is a SHA-256 in lower-case hex. */
export function sha256Hex(column: string): string {
  return `${column} ~ '^[0-9a-f]{64}$'`;
}
