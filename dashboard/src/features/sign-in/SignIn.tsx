import { Anchor, Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useSearchParams } from 'wouter';
import { api } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { SignInFrame } from './SignInFrame.js';

/** Only addresses of this service: `//host` and `/\host` lead elsewhere. */
const ownAddress = (next: string | null): string => (next !== null && /^\/(?![/\\])/.test(next) ? next : paths.home);

export function SignIn() {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: search.get('email') ?? '', password: '' } });
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => api.signIn({ body }),
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
