import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ErrorNote } from './ErrorNote.js';
import { useFocusReturn } from './use-focus-return.js';

interface Props {
  title: string;
  text: string;
  /** What the button says. */
  action: string;
  /** Red unless it can be taken back. */
  color?: string;
  isPending: boolean;
  error: unknown;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before something that cannot be taken back, or that others notice. */
export default function Confirm({ title, text, action, color = 'red', isPending, error, onClose, onDone }: Props) {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <Text size="sm">{text}</Text>
        <ErrorNote error={error} />
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color={color} loading={isPending} onClick={onDone}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
