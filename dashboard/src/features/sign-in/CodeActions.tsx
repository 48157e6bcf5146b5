import { Button, Group } from '@mantine/core';

interface Props {
  isPending: boolean;
  onSendAgain: () => void;
  onOtherAddress: () => void;
}

/** What can be done when no code arrives. */
export function CodeActions({ isPending, onSendAgain, onOtherAddress }: Props) {
  return (
    <Group justify="space-between" gap="xs">
      <Button size="compact-sm" variant="subtle" loading={isPending} onClick={onSendAgain}>
        Send another code
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onOtherAddress}>
        Use another address
      </Button>
    </Group>
  );
}
