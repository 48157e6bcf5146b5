import { Alert, Button, Group, Modal, Stack, Tabs, Text } from '@mantine/core';
import { CopyText } from '../../shared/ui/CopyText.js';
import { NODE, PYTHON } from './verifiers.js';

/** The secret of an endpoint, which is shown this once, and code that verifies with it. */
export function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="lg"
      title="Secret of the endpoint"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Alert color="yellow" title="Copy the secret now: it is shown this once" />
        <CopyText text={secret} label="Secret" />
        <Text size="sm">Verify each request with it (Standard Webhooks):</Text>
        <Snippets />
        <Group justify="end">
          <Button onClick={onClose}>I have it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** How a receiver verifies what it gets. */
export function Snippets() {
  return (
    <Tabs defaultValue="node">
      <Tabs.List>
        <Tabs.Tab value="node">Node.js</Tabs.Tab>
        <Tabs.Tab value="python">Python</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="node" pt="xs">
        <CopyText text={NODE} label="Verifying in Node.js" />
      </Tabs.Panel>
      <Tabs.Panel value="python" pt="xs">
        <CopyText text={PYTHON} label="Verifying in Python" />
      </Tabs.Panel>
    </Tabs>
  );
}
