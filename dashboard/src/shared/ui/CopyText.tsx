import { Box, Button, Code, CopyButton, Group } from '@mantine/core';

/** A text to be copied: a command, a secret. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <Box pos="relative">
      <Code block pr={76} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} aria-label={label}>
        {text}
      </Code>
      <Group pos="absolute" top={6} right={6}>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" onClick={copy} aria-label={`Copy: ${label}`}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Box>
  );
}
