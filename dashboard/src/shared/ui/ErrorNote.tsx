import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { ApiError, messageOf } from '../client.js';

/** What went wrong, what to do, and the id of the request. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error === null || error === undefined) return null;
  const requestId = error instanceof ApiError ? error.requestId : null;
  const waits = error instanceof ApiError ? error.retryAfterSeconds : null;
  return (
    <Alert color="red" title={messageOf(error)} role="alert" variant="light">
      <Group gap="md">
        {waits === null ? null : <Text size="sm">Try again in {waits} s.</Text>}
        {requestId === null ? null : (
          <Text size="sm">
            Request <Code>{requestId}</Code>
          </Text>
        )}
        {onRetry === undefined ? null : (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
