import { Group, Title } from '@mantine/core';
import type { Shelf } from '../../../../contract/shelf.js';
import { ShelfState } from './ShelfState.js';

/** At the head of a screen about one shelf: its name and its state. */
export function ShelfTitle({ shelf }: { shelf: Shelf }) {
  return (
    <Group gap="md">
      <Title order={1} size="h4" dir="auto">
        {shelf.name}
      </Title>
      <ShelfState shelf={shelf} />
    </Group>
  );
}
