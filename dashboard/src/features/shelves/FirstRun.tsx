import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ApiKeyBody } from '../../../../contract/dashboard.js';
import { api } from '../../shared/client.js';
import { CopyText } from '../../shared/ui/CopyText.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';

/** scripts/build-dashboard.mjs puts it there. */
const SAMPLE = '/sample.pdf';

async function sampleBytes(): Promise<Blob> {
  const reply = await fetch(SAMPLE);
  if (!reply.ok) throw new Error('The sample could not be fetched. Try again, or drop a PDF of your own.');
  return reply.blob();
}

/** What a new account sees instead of its shelves: three steps. */
export function FirstRun({ onSample }: { onSample: (file: File) => void }) {
  const sample = useMutation({
    mutationFn: async () => new File([await sampleBytes()], 'Keeping a lighthouse.pdf', { type: 'application/pdf' }),
    onSuccess: onSample,
  });
  const key = useMutation({
    mutationFn: (body: ApiKeyBody) => api.createApiKey({ body }),
  });
  const shown = key.data?.key ?? 'KEY';
  const { origin } = window.location;
  return (
    <Stack aria-label="First steps" component="section">
      <Text>There are no shelves yet. A shelf is a PDF as files that people and agents can read.</Text>
      <Paper withBorder p="md">
        <Title order={2} size="h5">
          1. Upload a PDF
        </Title>
        <Group mt="xs">
          <Text size="sm">Drop one above, or see what comes of a short manual.</Text>
          <Button size="compact-sm" variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
            Use the sample
          </Button>
        </Group>
        <ErrorNote error={sample.error} />
      </Paper>
      <Paper withBorder p="md">
        <Title order={2} size="h5">
          2. The same from a program
        </Title>
        <Group my="xs">
          <Text size="sm">{key.data ? 'Your key is shown this once.' : 'Programs sign requests with a key.'}</Text>
          {key.data ? null : (
            <Button
              size="compact-sm"
              variant="default"
              loading={key.isPending}
              onClick={() => key.mutate({ name: 'First steps' })}
            >
              Create a key
            </Button>
          )}
        </Group>
        <ErrorNote error={key.error} />
        <CopyText
          label="Command that uploads a PDF"
          text={`curl -H 'Authorization: Bearer ${shown}' -F file=@report.pdf ${origin}/v1/shelves`}
        />
      </Paper>
      <Paper withBorder p="md">
        <Title order={2} size="h5" mb="xs">
          3. Let an agent read
        </Title>
        <CopyText
          label="Command that connects Claude Code"
          text={`claude mcp add --transport http shelfwright ${origin}/mcp --header "Authorization: Bearer ${shown}"`}
        />
      </Paper>
    </Stack>
  );
}
