import { Badge, Group, Progress, Text } from '@mantine/core';
import type { Shelf } from '../../../../contract/shelf.js';
import { formatCount } from '../format.js';

const COLORS: Partial<Record<Shelf['status'], string>> = { ready: 'green', failed: 'red', review: 'yellow' };

/** A shelf's status; while it is at work its step and pages. */
export function ShelfState({ shelf: { status, progress, pageCount } }: { shelf: Shelf }) {
  const pagesDone = progress?.pagesDone ?? null;
  const total = progress?.pageCount ?? pageCount;
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge color={COLORS[status] ?? 'blue'} variant="dot">
        {status}
      </Badge>
      {progress && pagesDone !== null && total !== null ? (
        <>
          <Progress w={80} value={(100 * pagesDone) / Math.max(1, total)} aria-label={`Pages that are read`} />
          <Text size="xs" c="dimmed">
            {pagesDone} of {formatCount(total, 'page')}
          </Text>
        </>
      ) : null}
    </Group>
  );
}
