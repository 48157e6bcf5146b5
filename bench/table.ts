/** A table in plain text, the first column aligned left, the others right. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
