import { PROCESSING_STEPS } from '../contract/vocabulary.js';
import type { IdPrefix } from './ids.js';

/** SQL condition that `column` is one of `values` (from the vocabulary, so without quotes); as a check it allows null. */
export function oneOf(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`;
}

/** SQL of an array of words of the vocabulary. */
export function textArray(values: readonly string[]): string {
  return `ARRAY[${values.map((value) => `'${value}'`).join(', ')}]`;
}

/** SQL of a check that `column` is a public id with `prefix`. */
export function publicId(column: string, prefix: IdPrefix): string {
  return `${column} ~ '^${prefix}_[0-9a-f]{24}$'`;
}

/** SQL of a check that `column` is a SHA-256 in lower-case hex. */
export function sha256Hex(column: string): string {
  return `${column} ~ '^[0-9a-f]{64}$'`;
}

/** SQL condition that a shelf is processing or in review, so that it must have an open run. */
export function hasOpenRun(statusColumn: string): string {
  return oneOf(statusColumn, [...PROCESSING_STEPS, 'review']);
}
