import { Button, Code, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ApiError, messageOf } from '../client.js';

/** How long something can be taken back. */
export const UNDO_MS = 7000;

/** How long an error is shown that has no place of its own. */
const ERROR_MS = 30_000;

const CLOSE = { 'aria-label': 'Close' };

/** Says what was done, with a button that takes it back. */
export function showUndo({ id, text, onUndo }: { id: string; text: string; onUndo: () => void }): void {
  notifications.hide(id);
  notifications.show({
    id,
    autoClose: UNDO_MS,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" dir="auto">
          {text}
        </Text>
        <Button size="compact-sm" variant="default" onClick={onUndo}>
          Undo
        </Button>
      </Group>
    ),
  });
}

/** Tells of an error, with the request's id, where no place on the screen is left for it. */
export function showError(title: string, error: unknown): void {
  const requestId = error instanceof ApiError ? error.requestId : null;
  const message = (
    <>
      {messageOf(error)}
      {requestId === null ? null : (
        <Text size="sm">
          Request <Code>{requestId}</Code>
        </Text>
      )}
    </>
  );
  // long enough for the id to be copied
  notifications.show({ color: 'red', title, message, autoClose: ERROR_MS, closeButtonProps: CLOSE });
}
