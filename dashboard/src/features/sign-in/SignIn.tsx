import { Anchor, Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { api, ApiError } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { ownAddress } from './own-address.js';
import { SignInFrame } from './SignInFrame.js';

interface Values {
  email: string;
  password: string;
  code: string;
}

/** Signs in and continues to the page that the address names. `asksCode`: the account has a second factor. */
function useSignIn(next: string | null) {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const [asksCode, setAsksCode] = useState(false);
  const signIn = useMutation({
    mutationFn: ({ code, ...body }: Values) => api.signIn({ body: { ...body, ...(code !== '' && { code }) } }),
    onError: (error) => {
      if (error instanceof ApiError && error.reason === 'code_required') setAsksCode(true);
    },
    onSuccess: () => {
      queryClient.clear();
      navigate(ownAddress(next, window.location.origin) ?? paths.home, { replace: true });
    },
  });
  return { signIn, asksCode };
}

export default function SignIn() {
  const [search] = useSearchParams();
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: { email: search.get('email') ?? '', password: '', code: '' },
  });
  const { signIn, asksCode } = useSignIn(search.get('next'));
  return (
    <SignInFrame
      title="Sign in to Shelfwright"
      screen="Sign in"
      onSubmit={form.onSubmit((values) => signIn.mutate(values))}
    >
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
          description="Six digits of your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
      ) : null}
      <ErrorNote error={signIn.error} />
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
