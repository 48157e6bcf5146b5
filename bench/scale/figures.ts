/** What a load is measured by, beside what is wanted. */
import { table } from '../table.js';

export interface Figure {
  what: string;
  /** Null where nothing could be measured. */
  seen: number | null;
  unit: 's' | 'MB' | '/s' | '';
  /** At most so much; null where nothing is asked for. */
  wanted: number | null;
}

export const figure = (what: string, seen: number | null, unit: Figure['unit'], wanted: number | null): Figure => ({
  what,
  seen,
  unit,
  wanted,
});

/** What is asked for and was not seen. A machine that does other things besides sees less. */
const missed = (figures: readonly Figure[]): Figure[] =>
  figures.filter(({ seen, wanted }) => wanted !== null && (seen === null || seen > wanted));

export const isReached = (figures: readonly Figure[]): boolean => missed(figures).length === 0;

/** The table, and a line of what was not reached where there is any. */
export function reportOf(figures: readonly Figure[]): string {
  const names = missed(figures).map(({ what }) => what);
  return [tableOf(figures), ...(names.length > 0 ? [`not reached: ${names.join('; ')}`] : [])].join('\n');
}

export function tableOf(figures: readonly Figure[]): string {
  const shown = (value: number | null, unit: string) => (value === null ? '-' : `${rounded(value)} ${unit}`.trim());
  const rows = figures.map(({ what, seen, unit, wanted }) => [what, shown(seen, unit), shown(wanted, unit)]);
  return table(['', 'seen', 'wanted'], rows);
}

const rounded = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
