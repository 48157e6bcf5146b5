import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { KeyScope } from '../../../../contract/vocabulary.js';
import { api } from '../../shared/client.js';
import { dismissFirstKeys, type FirstKeys, holdFirstKey } from '../../shared/first-keys.js';
import { CopyText } from '../../shared/ui/CopyText.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';

/** scripts/build-dashboard.mjs puts it there. */
const SAMPLE = '/sample.pdf';

async function sampleBytes(): Promise<Blob> {
  const reply = await fetch(SAMPLE);
  if (!reply.ok) throw new Error('The sample could not be fetched. Try again, or drop a PDF of your own.');
  return reply.blob();
}

interface Props {
  email: string;
  keys: FirstKeys;
  onSample: (file: File) => void;
}

/** What a new account sees instead of its shelves, and above them while a key that is shown once is not dismissed. */
export function FirstRun({ email, keys, onSample }: Props) {
  const { origin } = window.location;
  return (
    <Stack aria-label="First steps" component="section">
      <Text>A shelf is a PDF as files that people and agents can read.</Text>
      <FirstUpload onSample={onSample} />
      <Paper withBorder p="md">
        <Title order={2} size="h5">
          2. The same from a program
        </Title>
        <KeyLine
          email={email}
          scope="write"
          made={keys.write !== null}
          why="Programs sign requests with a key. This one reads and changes."
        />
        <CopyText
          label="Command that uploads a PDF"
          text={`curl -H 'Authorization: Bearer ${keys.write ?? 'KEY'}' -F file=@report.pdf ${origin}/v1/shelves`}
        />
      </Paper>
      <Paper withBorder p="md">
        <Title order={2} size="h5">
          3. Let an agent read
        </Title>
        <KeyLine
          email={email}
          scope="read"
          made={keys.read !== null}
          why="A key that only reads is enough for an agent."
        />
        <CopyText
          label="Command that connects Claude Code"
          text={`claude mcp add --transport http shelfwright ${origin}/mcp --header "Authorization: Bearer ${keys.read ?? 'KEY'}"`}
        />
      </Paper>
      {keys.write === null && keys.read === null ? null : (
        <Group justify="end">
          <Button variant="default" onClick={dismissFirstKeys}>
            I have copied what I need
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function FirstUpload({ onSample }: Pick<Props, 'onSample'>) {
  const sample = useMutation({
    mutationFn: async () => new File([await sampleBytes()], 'Keeping a lighthouse.pdf', { type: 'application/pdf' }),
    onSuccess: onSample,
  });
  return (
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
  );
}

const NAMES: Record<KeyScope, string> = { write: 'First steps', read: 'First steps, for an agent' };
const BUTTONS: Record<KeyScope, string> = { write: 'Create a key', read: 'Create a key that only reads' };

/** What a step's key is for, and the button that makes it. */
function KeyLine({ email, scope, made, why }: { email: string; scope: KeyScope; made: boolean; why: string }) {
  const create = useMutation({
    mutationFn: async () => {
      const { key } = await api.createApiKey({ body: { name: NAMES[scope], scope } });
      holdFirstKey(email, scope, key);
    },
  });
  return (
    <>
      <Group my="xs">
        <Text size="sm">{made ? 'Copy your key now: it is shown this once.' : why}</Text>
        {made ? null : (
          <Button size="compact-sm" variant="default" loading={create.isPending} onClick={() => create.mutate()}>
            {BUTTONS[scope]}
          </Button>
        )}
      </Group>
      <ErrorNote error={create.error} />
    </>
  );
}
