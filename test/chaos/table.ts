/** The table that a run ends with. */

/** One guarantee. */
export interface Check {
  what: string;
  expected: number;
  found: number;
  /** Each thing that is missing, doubled or wrong. */
  lost: string[];
}

const SHOWN = 12;

export function checked(what: string, expected: number, lost: string[]): Check {
  return { what, expected, found: expected - lost.length, lost };
}

/** The table, and below it what was lost. */
export function tableOf(checks: readonly Check[]): string {
  const rows = checks.map(({ what, expected, found, lost }) => [
    what,
    String(expected),
    String(found),
    String(lost.length),
  ]);
  const all = [['what', 'expected', 'found', 'lost'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map(([what = '', ...numbers]) =>
    [what.padEnd(widths[0] ?? 0), ...numbers.map((text, index) => text.padStart(widths[index + 1] ?? 0))].join('  '),
  );
  const losses = checks.flatMap(({ what, lost }) => {
    const more = lost.length > SHOWN ? [`  and ${lost.length - SHOWN} more`] : [];
    return lost.length === 0 ? [] : ['', `${what}:`, ...lost.slice(0, SHOWN).map((one) => `  ${one}`), ...more];
  });
  return [...lines, ...losses].join('\n');
}

/** `a 3, b 1`, most first. */
export function countsOf(counts: ReadonlyMap<string, number>): string {
  const entries = [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`);
  return entries.join(', ') || 'none';
}
