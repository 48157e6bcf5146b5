import { Button, Group } from '@mantine/core';

interface Props {
  busy: boolean;
  onSendAgain: () => void;
  onOtherAddress: () => void;
}

/** What can be done when no code arrives. */
export function CodeActions({ busy, onSendAgain, onOtherAddress }: Props) {
  return (
    <Group justify="space-between" gap="xs">
      <Button size="compact-sm" variant="subtle" loading={busy} onClick={onSendAgain}>
        Send another code
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onOtherAddress}>
        Use another address
      </Button>
    </Group>
  );
}
