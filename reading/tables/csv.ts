/** A table as CSV (RFC 4180). */

/** What spreadsheets take for a formula; a tab or carriage return before it is skipped by some. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Lines end with CRLF, as the RFC requires, line breaks within a cell stay.
 * @param isSafe puts an apostrophe before values that a spreadsheet would read as a formula. Negative numbers begin with a
 *   minus too, so it is not the default: a program that reads the numbers must not get text instead.
 */
export function csvOf(rows: readonly (readonly string[])[], { isSafe }: { isSafe: boolean }): string {
  const field = (text: string): string => {
    const plain = isSafe && FORMULA.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
