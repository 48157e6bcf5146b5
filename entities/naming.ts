import { DefaultNamingStrategy, type NamingStrategyInterface, type Table, type View } from 'typeorm';

/** `Table.name` may include the schema ("public.shelves"); constraint names do not. */
function bareName(table: Table | View | string): string {
  const name = typeof table === 'string' ? table : table.name;
  return name.slice(name.lastIndexOf('.') + 1);
}

function snakeCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Names as Postgres itself gives them (`shelves_pkey`, `shelves_account_id_fkey`, `shelves_public_id_key`), so that
 * migrations can be written by hand and error messages name something readable; columns in snake_case.
 */
export function postgresNames(): NamingStrategyInterface {
  const columns = (names: string[]): string => names.map(snakeCase).join('_');
  return Object.assign(new DefaultNamingStrategy(), {
    columnName: (property: string, custom: string | undefined) => custom ?? snakeCase(property),
    primaryKeyName: (table: Table | string) => `${bareName(table)}_pkey`,
    uniqueConstraintName: (table: Table | string, names: string[]) => `${bareName(table)}_${columns(names)}_key`,
    foreignKeyName: (table: Table | string, names: string[]) => `${bareName(table)}_${columns(names)}_fkey`,
    indexName: (table: Table | View | string, names: string[]) => `${bareName(table)}_${columns(names)}_idx`,
  });
}
