import { Button, Group, ScrollArea, Text } from '@mantine/core';
import type { PendingOperations } from '../../../../contract/review.js';
import { Time } from '../../shared/ui/Time.js';
import { described } from './operations.js';

interface Props {
  pending: PendingOperations;
  isSaving: boolean;
  /** Takes one back: its place in the list. */
  onUndo: (index: number) => void;
}

/** The changes that approving will make, in order, latest first. */
export function PendingList({ pending: { operations, changedAt, changedBy }, isSaving, onUndo }: Props) {
  return (
    <ScrollArea.Autosize
      mah="40%"
      p="xs"
      className="below-tree"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Pending changes' }}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          Pending changes ({operations.length})
        </Text>
        {changedAt === null ? null : (
          <Text size="xs" c="dimmed">
            {changedBy === 'another_session' ? 'changed elsewhere ' : 'saved '}
            <Time iso={changedAt} age />
          </Text>
        )}
      </Group>
      {operations.length === 0 ? (
        <Text size="xs" c="dimmed" mt={4}>
          None yet. Rename, move, delete or edit files; nothing changes before you approve.
        </Text>
      ) : null}
      {operations
        .map((operation, index) => (
          <Group key={index} gap="xs" wrap="nowrap" justify="space-between" mt={4}>
            <Text size="xs" dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {described(operation)}
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              style={{ flexShrink: 0 }}
              disabled={isSaving}
              aria-label={`Undo: ${described(operation)}`}
              onClick={() => onUndo(index)}
            >
              Undo
            </Button>
          </Group>
        ))
        .reverse()}
    </ScrollArea.Autosize>
  );
}
