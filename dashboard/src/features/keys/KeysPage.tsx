import {
  Alert,
  Badge,
  Button,
  Container,
  Group,
  Modal,
  Select,
  type SelectProps,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, ApiKeyBody } from '../../../../contract/dashboard.js';
import { KEY_SCOPES, type KeyScope } from '../../../../contract/vocabulary.js';
import { api } from '../../shared/client.js';
import { fieldErrors } from '../../shared/field-errors.js';
import { LazyConfirm } from '../../shared/ui/LazyConfirm.js';
import { CopyText } from '../../shared/ui/CopyText.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { ScreenTitle } from '../../shared/ui/ScreenTitle.js';
import { type Column, TableHead } from '../../shared/ui/TableHead.js';
import { Time } from '../../shared/ui/Time.js';
import { Waiting } from '../../shared/ui/Waiting.js';

const COLUMNS: readonly Column[] = [
  'Name',
  { wide: 'Key' },
  'May',
  { wide: 'Created' },
  { wide: 'Last used' },
  { wide: 'Expires' },
];

const KEYS = ['api-keys'];
/** More than an account keeps in practice; older ones are found by the API. */
const SHOWN = 100;

/** The account's API keys: made, shown once, revoked. */
export default function KeysPage() {
  const keys = useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => api.listApiKeys({ limit: SHOWN }, { signal }),
  });
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <Container size="lg" py="lg">
      <ScreenTitle name="API keys" />
      <Group justify="space-between" mb="md">
        <Title order={1}>API keys</Title>
        <Button onClick={() => setCreating(true)}>Create a key</Button>
      </Group>
      <ErrorNote error={keys.error} onRetry={() => void keys.refetch()} />
      {keys.data ? (
        <KeyTable keys={keys.data.data} onRevoke={setRevoking} />
      ) : keys.error ? null : (
        <Waiting h={160} label="Loading keys" />
      )}
      {creating ? <NewKey onClose={() => setCreating(false)} /> : null}
      {revoking === null ? null : <Revoke apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Container>
  );
}

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  if (keys.length === 0)
    return <Text c="dimmed">There is no key. Create one for a program or an agent that reads your shelves.</Text>;
  return (
    <Table.ScrollContainer minWidth={330}>
      <Table verticalSpacing="sm">
        <TableHead columns={COLUMNS} actions />
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.publicId}>
              <Table.Td dir="auto">{key.name}</Table.Td>
              <Table.Td ff="monospace" visibleFrom="sm">
                {key.prefix}…
              </Table.Td>
              <Table.Td>
                <Badge variant="dot" color={key.scope === 'read' ? 'gray' : 'blue'}>
                  {SCOPES[key.scope]}
                </Badge>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Time iso={key.createdAt} age />
              </Table.Td>
              <Table.Td visibleFrom="sm">
                {key.lastUsedAt === null ? 'never' : <Time iso={key.lastUsedAt} age />}
              </Table.Td>
              <Table.Td visibleFrom="sm">{key.expiresAt === null ? 'never' : <Time iso={key.expiresAt} />}</Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Revoke ${key.name}`}
                  onClick={() => onRevoke(key)}
                >
                  Revoke
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const SCOPES: Record<KeyScope, string> = { write: 'Read and change', read: 'Read only' };
const DAYS = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const;
const DAY_MS = 86_400_000;

function NewKey({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name: '', scope: 'write' as KeyScope, days: '' } });
  const create = useMutation({
    mutationFn: (body: ApiKeyBody) => api.createApiKey({ body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEYS }),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  // what is shown once is not lost by a stray click or key, from when it is on its way
  const maySlip = !create.isPending && !create.isSuccess;
  const submit = form.onSubmit(({ name, scope, days }) =>
    create.mutate({
      name,
      scope,
      ...(days !== '' && { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
    }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={maySlip}
      closeOnEscape={maySlip}
      title="Create a key"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {create.data ? (
        <MadeKey value={create.data.key} onClose={onClose} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput label="Name" placeholder="Nightly import" data-autofocus {...form.getInputProps('name')} />
            <Choice
              label="May"
              names={KEY_SCOPES.map((one) => [one, SCOPES[one]])}
              input={form.getInputProps('scope')}
            />
            <Choice label="Expires" names={DAYS} input={form.getInputProps('days')} />
            <ErrorNote error={create.error} />
            <Group justify="end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={create.isPending} disabled={form.values.name.trim() === ''}>
                Create
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

interface ChoiceProps {
  label: string;
  /** What can be chosen, and how that is called. */
  names: readonly (readonly [value: string, name: string])[];
  input: SelectProps;
}

function Choice({ label, names, input }: ChoiceProps) {
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={names.map(([value, name]) => ({ value, label: name }))}
      comboboxProps={{ withinPortal: false }}
      {...input}
    />
  );
}

/** The key itself, which only the reply that made it tells. */
function MadeKey({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" title="Copy the key now: it is shown this once" />
      <CopyText text={value} label="API key" />
      <Text size="sm">Try it:</Text>
      <CopyText
        text={`curl -H 'Authorization: Bearer ${value}' ${window.location.origin}/v1/shelves`}
        label="Command that lists your shelves"
      />
      <Group justify="end">
        <Button onClick={onClose}>I have it</Button>
      </Group>
    </Stack>
  );
}

function Revoke({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.revokeApiKey({ id: apiKey.publicId }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: KEYS });
      onClose();
    },
  });
  return (
    <LazyConfirm
      title={`Revoke “${apiKey.name}”`}
      text="Whatever uses the key is refused from now on. A revoked key cannot be used again."
      action="Revoke the key"
      isPending={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onDone={() => revoke.mutate()}
    />
  );
}
