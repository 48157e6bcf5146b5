/** Formats results: a table for people, JSON for programs. */
import type { Answer } from './commands.js';

export function toJson(answer: Answer): string {
  const value = 'item' in answer ? answer.item : 'list' in answer ? answer.list : answer.sections;
  return `${JSON.stringify(value, null, 2).replace(UNSAFE, escaped)}\n`;
}

/** Characters that JSON allows unescaped, but that a terminal interprets. */
const UNSAFE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function toTable(answer: Answer): string {
  if ('sections' in answer) return Object.entries(answer.sections).map(toSection).join('\n');
  return toRows('item' in answer ? [answer.item] : answer.list);
}

/** A list as a table, an item as one line for each field. */
function toSection([name, content]: [string, object]): string {
  const body = Array.isArray(content) ? toRows(content as object[]) : toLines(content);
  return `${toHeading(name).trim()}\n${body.replace(/^(?=.)/gm, '  ')}`;
}

function toLines(item: object): string {
  const names = Object.keys(item).map((member) => member.replace(/[A-Z]/g, ' $&').toLowerCase());
  const width = Math.max(...names.map((name) => name.length));
  return Object.values(item)
    .map((value, at) => `${names[at]!.padEnd(width)}  ${toCell(value)}\n`)
    .join('');
}

function toRows(rows: object[]): string {
  const [first] = rows;
  if (!first) return 'none\n';
  const lines = [Object.keys(first).map(toHeading), ...rows.map((row) => Object.values(row).map(toCell))];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, at) => cell.padEnd(widths[at]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** `pageCount` -> `PAGE COUNT` */
function toHeading(member: string): string {
  return member.replace(/[A-Z]/g, ' $&').toUpperCase();
}

/** Names come from users: control characters are shown as question marks. */
function toCell(value: unknown): string {
  if (value === null) return '-';
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}
