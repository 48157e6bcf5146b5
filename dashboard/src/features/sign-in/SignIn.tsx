import { Anchor, Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { ApiError, api } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { SignInFrame } from './SignInFrame.js';

/** Only addresses of this service: `//host` and `/\host` lead elsewhere. */
const ownAddress = (next: string | null): string => (next !== null && /^\/(?![/\\])/.test(next) ? next : paths.home);

/** What the service answers to the right password of an account with a second factor. */
const CODE_REQUIRED = 'code_required';

const reasonOf = (error: unknown): string | null => (error instanceof ApiError ? error.reason : null);

export function SignIn() {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const queryClient = useQueryClient();
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: search.get('email') ?? '', password: '', code: '' },
  });
  const signIn = useMutation({
    mutationFn: ({ code, ...body }: { email: string; password: string; code: string }) =>
      api.signIn({ body: { ...body, ...(code !== '' && { code }) } }),
    onError: (error) => setAsksCode((asked) => asked || reasonOf(error) === CODE_REQUIRED),
    onSuccess: () => {
      queryClient.clear();
      navigate(ownAddress(search.get('next')), { replace: true });
    },
  });
  return (
    <SignInFrame title="Sign in to Shelfwright" onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      {asksCode ? (
        <TextInput
          label="Code"
          description="Of your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          data-autofocus
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
      ) : null}
      <ErrorNote error={reasonOf(signIn.error) === CODE_REQUIRED ? null : signIn.error} />
      <Button type="submit" loading={signIn.isPending}>
        Sign in
      </Button>
      <Group justify="space-between">
        <Anchor component={Link} href={paths.register} size="sm">
          Create an account
        </Anchor>
        <Anchor component={Link} href={paths.forgotPassword} size="sm">
          Forgotten password
        </Anchor>
      </Group>
    </SignInFrame>
  );
}
