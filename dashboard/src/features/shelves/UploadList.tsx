import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { formatBytes } from '../../shared/format.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import type { Upload } from './use-uploads.js';

interface Props {
  uploads: readonly Upload[];
  onRetry: (id: number) => void;
  onRemove: (id: number) => void;
}

/** Files on their way up, with bytes and rate. */
export function UploadList({ uploads, onRetry, onRemove }: Props) {
  if (uploads.length === 0) return null;
  return (
    <Stack gap="xs" component="ul" p={0} m={0} aria-label="Uploads" style={{ listStyle: 'none' }}>
      {uploads.map((upload) => (
        <Paper key={upload.id} component="li" withBorder p="sm">
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" truncate dir="auto">
              {upload.name}
            </Text>
            <Group gap="sm" wrap="nowrap">
              <Text size="sm" c="dimmed">
                {described(upload)}
              </Text>
              <Button size="compact-xs" variant="default" onClick={() => onRemove(upload.id)}>
                {upload.state === 'failed' ? 'Dismiss' : 'Cancel'}
              </Button>
            </Group>
          </Group>
          {upload.state === 'failed' ? (
            <ErrorNote error={upload.error} onRetry={() => onRetry(upload.id)} />
          ) : (
            <Progress
              mt="xs"
              value={(100 * upload.sentBytes) / Math.max(1, upload.totalBytes)}
              aria-label={`Upload of ${upload.name}`}
            />
          )}
        </Paper>
      ))}
    </Stack>
  );
}

function described({ state, sentBytes, totalBytes, startedAt }: Upload): string {
  if (state === 'waiting') return 'waiting';
  if (state === 'failed') return 'not uploaded';
  const seconds = Math.max(1, (Date.now() - startedAt) / 1000);
  return `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}, ${formatBytes(sentBytes / seconds)}/s`;
}
