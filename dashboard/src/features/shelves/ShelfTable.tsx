import { ActionIcon, Anchor, Menu, Table } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Shelf } from '../../../../contract/shelf.js';
import { formatCount } from '../../shared/format.js';
import { paths } from '../../shared/paths.js';
import { deleteSoon, useDeleted } from '../../shared/shelf-changes/delete-soon.js';
import { LazyRename } from '../../shared/shelf-changes/LazyRename.js';
import { ShelfState } from '../../shared/ui/ShelfState.js';
import { type Column, TableHead } from '../../shared/ui/TableHead.js';
import { Time } from '../../shared/ui/Time.js';

const COLUMNS: readonly Column[] = ['Name', 'Status', { wide: 'Pages' }, { wide: 'Template' }, { wide: 'Changed' }];

/** Shelves with their state. */
export function ShelfTable({ shelves }: { shelves: readonly Shelf[] }) {
  const deleted = useDeleted();
  const [renaming, setRenaming] = useState<Shelf | null>(null);
  return (
    <>
      <Table.ScrollContainer minWidth={330}>
        <Table verticalSpacing="sm">
          <TableHead columns={COLUMNS} actions />
          <Table.Tbody>
            {shelves
              .filter(({ publicId }) => !deleted.has(publicId))
              .map((shelf) => (
                <Row key={shelf.publicId} shelf={shelf} onRename={() => setRenaming(shelf)} />
              ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {renaming === null ? null : <LazyRename shelf={renaming} onClose={() => setRenaming(null)} />}
    </>
  );
}

function Row({ shelf, onRename }: { shelf: Shelf; onRename: () => void }) {
  const { publicId, name, pageCount, template, updatedAt } = shelf;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Anchor component={Link} href={paths.shelf(publicId)} dir="auto">
          {name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <ShelfState shelf={shelf} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{pageCount === null ? '' : formatCount(pageCount, 'page')}</Table.Td>
      <Table.Td visibleFrom="sm">{template ?? ''}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Time iso={updatedAt} age />
      </Table.Td>
      <Table.Td>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
              ⋯
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onRename}>Rename</Menu.Item>
            <Menu.Item onClick={() => deleteSoon(shelf)}>Delete</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Table.Td>
    </Table.Tr>
  );
}
