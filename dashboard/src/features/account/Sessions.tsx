import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/client.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { Time } from '../../shared/ui/Time.js';
import { SESSIONS } from './sessions.js';
import { Waiting } from '../../shared/ui/Waiting.js';

/** More than a person has; older ones are ended together. */
const SHOWN = 50;

/** Where the account is signed in, and signing out there. */
export function Sessions() {
  const queryClient = useQueryClient();
  const sessions = useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => api.listSessions({ limit: SHOWN }, { signal }),
  });
  const end = useMutation({
    mutationFn: (id: string | null) => (id === null ? api.endOtherSessions() : api.endSession({ id })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SESSIONS }),
  });
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Title order={2} size="h5">
          Sessions
        </Title>
        <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate(null)}>
          Sign out everywhere else
        </Button>
      </Group>
      <ErrorNote error={sessions.error ?? end.error} onRetry={() => void sessions.refetch()} />
      {sessions.data || sessions.error ? null : <Waiting h={60} mt="xs" label="Loading sessions" />}
      <Stack gap="xs" mt="xs">
        {sessions.data?.data.map(({ id, current, userAgent, network, lastUsedAt }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {userAgent ?? 'Unknown browser'}
              <Text span size="xs" c="dimmed">
                {network === null ? ' ' : ` from ${network} `}
                <Time iso={lastUsedAt} age />
              </Text>
            </Text>
            {current ? (
              <Badge variant="dot">this one</Badge>
            ) : (
              <Button size="compact-xs" variant="default" disabled={end.isPending} onClick={() => end.mutate(id)}>
                Sign out
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
