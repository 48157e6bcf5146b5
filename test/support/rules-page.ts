import { dirname } from 'node:path';
import type { AnyDecisionTable } from '../../engine/rules.js';

export interface DeclaredTable {
  /** Of the module, from `engine/` on. */
  file: string;
  /** Of the constant. */
  constant: string;
  table: AnyDecisionTable;
}

const HEAD = `# The engine's rules

Every decision table: its name in [decisions.jsonl](explain.md#decisionsjsonl), the constant that it is, and its rules in order of precedence, of which the first that applies decides. Written from the code by \`UPDATE_RULES=1 npm test -- dist/test/unit/engine/decision-tables\`; a test fails where it is behind.
`;

/** The text of docs/rules.md: folders in the order given, tables by file. */
export function rulesPage(declared: readonly DeclaredTable[], folders: readonly string[]): string {
  const placeOf = ({ file }: DeclaredTable): number =>
    (folders.indexOf(dirname(file)) + folders.length + 1) % (folders.length + 1);
  const sorted = declared.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.file < b.file ? -1 : 1));
  const parts: string[] = [HEAD];
  let last = '';
  for (const { file, constant, table } of sorted) {
    if (dirname(file) !== last) parts.push(`## ${titleOf((last = dirname(file)))}\n`);
    parts.push(`**\`${table.name}\`**: \`${constant}\`, [${file}](../engine/${file})\n`);
    parts.push(`${table.rules.map(({ name, why }, i) => `${i + 1}. \`${name}\`: ${why}`).join('\n')}\n`);
  }
  return parts.join('\n');
}

const PLACES_HEAD = `/** Where each decision table is declared: its constant and its file in engine/. Written as docs/rules.md is. */
`;

/** The text of worker/explain/table-places.ts: explain.html names the code of a decision. */
export function placesModule(declared: readonly DeclaredTable[]): string {
  const byName = declared.toSorted((a, b) => (a.table.name < b.table.name ? -1 : 1));
  const lines = byName.map(({ table: { name }, constant, file }) => `  ${keyOf(name)}: ['${constant}', '${file}'],\n`);
  return `${PLACES_HEAD}export const TABLE_PLACES: Readonly<Record<string, readonly [constant: string, file: string]>> = {\n${lines.join('')}};\n`;
}

const keyOf = (name: string): string => (name.includes('-') ? `'${name}'` : name);

const titleOf = (folder: string): string => (folder === '.' ? 'engine/' : `engine/${folder}/`);
