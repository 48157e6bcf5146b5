import { Badge, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/client.js';
import { fieldErrors } from '../../shared/field-errors.js';
import { CopyText } from '../../shared/ui/CopyText.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { Waiting } from '../../shared/ui/Waiting.js';

const KEY = ['second-factor'];

/** An authenticator app for signing in: setting it up, its recovery codes, turning it off. */
export function SecondFactor() {
  const queryClient = useQueryClient();
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  const state = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.getSecondFactor({ signal }) });
  const done = (codes: string[] | null) => {
    setRecoveryCodes(codes);
    return queryClient.invalidateQueries({ queryKey: KEY });
  };
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Title order={2} size="h5">
          Second factor
        </Title>
        {state.data ? (
          <Badge color={state.data.enabled ? 'green' : 'gray'} variant="dot">
            {state.data.enabled ? 'on' : 'off'}
          </Badge>
        ) : null}
      </Group>
      <ErrorNote error={state.error} onRetry={() => void state.refetch()} />
      {recoveryCodes === null ? null : (
        <Stack gap="xs" mt="xs">
          <Text size="sm">
            Keep these recovery codes where you find them without your phone. Each signs you in once; they are not shown
            again.
          </Text>
          <CopyText text={recoveryCodes.join('\n')} label="Recovery codes" />
        </Stack>
      )}
      {state.data || state.error ? null : <Waiting h={40} mt="xs" label="Loading the second factor" />}
      {state.data?.enabled === true ? <Enabled left={state.data.recoveryCodesLeft} onDone={done} /> : null}
      {state.data?.enabled === false ? <SetUp onDone={done} /> : null}
    </Paper>
  );
}

interface DoneProps {
  /** With the recovery codes to show, if there are new ones. */
  onDone: (codes: string[] | null) => Promise<void>;
}

function SetUp({ onDone }: DoneProps) {
  const begin = useMutation({ mutationFn: () => api.setUpSecondFactor() });
  const form = useForm({ initialValues: { code: '' } });
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => api.confirmSecondFactor({ body }),
    onSuccess: (made) => onDone(made.recoveryCodes),
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  if (!begin.data)
    return (
      <Stack gap="xs" mt="xs" align="start">
        <Text size="sm">Signing in asks for a code of an authenticator app besides the password.</Text>
        <ErrorNote error={begin.error} />
        <Button size="compact-sm" variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
          Set up an authenticator app
        </Button>
      </Stack>
    );
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))} noValidate>
      <Stack gap="xs" mt="xs">
        <Text size="sm">
          Add this secret to the app as a time-based key, or <a href={begin.data.uri}>open it in an app</a> on this
          device. Then enter the code that the app shows.
        </Text>
        <CopyText text={begin.data.secret} label="Secret for the app" />
        <Group align="end">
          <TextInput label="Code" inputMode="numeric" autoComplete="one-time-code" {...form.getInputProps('code')} />
          <Button type="submit" variant="default" loading={confirm.isPending} disabled={form.values.code === ''}>
            Turn on
          </Button>
        </Group>
        <ErrorNote error={form.errors['code'] === undefined ? confirm.error : null} />
      </Stack>
    </form>
  );
}

function Enabled({ left, onDone }: DoneProps & { left: number }) {
  const form = useForm({ initialValues: { code: '' } });
  const onError = (error: Error) => form.setErrors(fieldErrors(error));
  const renew = useMutation({
    mutationFn: () => api.renewRecoveryCodes({ body: form.values }),
    onSuccess: async (made) => {
      form.reset();
      await onDone(made.recoveryCodes);
    },
    onError,
  });
  const disable = useMutation({
    mutationFn: () => api.disableSecondFactor({ body: form.values }),
    onSuccess: () => onDone(null),
    onError,
  });
  const isIdle = form.values.code === '' || renew.isPending || disable.isPending;
  return (
    <Stack gap="xs" mt="xs">
      <Text size="sm">{left} recovery codes are left. A change needs a code of the app or one of them.</Text>
      <Group align="end">
        <TextInput label="Code" autoComplete="one-time-code" {...form.getInputProps('code')} />
        <Button variant="default" disabled={isIdle} loading={renew.isPending} onClick={() => renew.mutate()}>
          New recovery codes
        </Button>
        <Button
          color="red"
          variant="light"
          disabled={isIdle}
          loading={disable.isPending}
          onClick={() => disable.mutate()}
        >
          Turn off
        </Button>
      </Group>
      <ErrorNote error={form.errors['code'] === undefined ? (disable.error ?? renew.error) : null} />
    </Stack>
  );
}
