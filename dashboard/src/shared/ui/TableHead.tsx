import { Table, VisuallyHidden } from '@mantine/core';

/** A column by its name; a wide one is not shown on a phone, and neither are its cells (`visibleFrom="sm"`). */
export type Column = string | { wide: string };

/** The head of a table. The column of buttons has a name for assistive technology only. */
export function TableHead({ columns, actions = false }: { columns: readonly Column[]; actions?: boolean }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) =>
          typeof column === 'string' ? (
            <Table.Th key={column}>{column}</Table.Th>
          ) : (
            <Table.Th key={column.wide} visibleFrom="sm">
              {column.wide}
            </Table.Th>
          ),
        )}
        {actions ? (
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        ) : null}
      </Table.Tr>
    </Table.Thead>
  );
}
