import { Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { fieldErrors } from '../../shared/field-errors.js';
import { SignInFrame } from './SignInFrame.js';

interface Values {
  name: string;
  email: string;
  password: string;
  code: string;
}

/** An address and a password, then the code that was sent to the address. */
export function Register() {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const [codeSent, setCodeSent] = useState(false);
  const form = useForm<Values>({ initialValues: { name: '', email: '', password: '', code: '' } });
  const onError = (error: Error) => form.setErrors(fieldErrors(error));
  const register = useMutation({
    mutationFn: ({ name, email, password }: Values) => api.register({ body: { name, email, password } }),
    onSuccess: () => setCodeSent(true),
    onError,
  });
  const verify = useMutation({
    mutationFn: async ({ email, password, code }: Values) => {
      await api.verifyEmail({ body: { email, code } });
      await api.signIn({ body: { email, password } });
    },
    onSuccess: () => {
      queryClient.clear();
      navigate(paths.home, { replace: true });
    },
    onError,
  });
  return (
    <SignInFrame
      title="Create an account"
      onSubmit={form.onSubmit((values) => (codeSent ? verify.mutate(values) : register.mutate(values)))}
    >
      <TextInput label="Name" autoComplete="name" disabled={codeSent} {...form.getInputProps('name')} />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        disabled={codeSent}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        disabled={codeSent}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        {...form.getInputProps('password')}
      />
      {codeSent ? (
        <>
          <Text size="sm">A code of six digits is on its way to {form.values.email}. It is good for 15 minutes.</Text>
          <TextInput
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            {...form.getInputProps('code')}
          />
        </>
      ) : null}
      <ErrorNote error={codeSent ? verify.error : register.error} />
      <Button type="submit" loading={register.isPending || verify.isPending}>
        {codeSent ? 'Verify' : 'Create account'}
      </Button>
      {codeSent ? (
        <Button variant="subtle" onClick={() => register.mutate(form.values)}>
          Send another code
        </Button>
      ) : null}
      <Anchor component={Link} href={paths.signIn()} size="sm">
        Sign in instead
      </Anchor>
    </SignInFrame>
  );
}
