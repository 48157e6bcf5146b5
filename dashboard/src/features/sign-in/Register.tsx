import { Anchor, Button, PasswordInput, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../../shared/client.js';
import { holdFirstKey } from '../../shared/first-keys.js';
import { paths } from '../../shared/paths.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { CodeActions } from './CodeActions.js';
import { SignInFrame } from './SignInFrame.js';
import { useCodeSteps } from './use-code-steps.js';

interface Values {
  name: string;
  email: string;
  password: string;
  code: string;
}

/** An address and a password, then the code that was sent to the address. */
export default function Register() {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const [verified, setVerified] = useState(false);
  const form = useForm<Values>({ initialValues: { name: '', email: '', password: '', code: '' } });
  const { codesSent, codeSent, error, isPending, submit, actions } = useCodeSteps(form, {
    send: ({ name, email, password }: Values) => api.register({ body: { name, email, password } }),
    confirm: async ({ email, password, code }: Values) => {
      // a code works once: when the sign-in fails, only that is repeated
      if (!verified) {
        const { apiKey } = await api.verifyEmail({ body: { email, code, password } });
        holdFirstKey(email, 'write', apiKey.key);
        setVerified(true);
      }
      await api.signIn({ body: { email, password } });
    },
    onConfirmed: () => {
      queryClient.clear();
      navigate(paths.home, { replace: true });
    },
  });
  return (
    <SignInFrame title="Create an account" onSubmit={form.onSubmit(submit)}>
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
        description="At least 8 characters"
        autoComplete="new-password"
        disabled={codeSent}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        {...form.getInputProps('password')}
      />
      {verified ? <Text size="sm">The account is made. Only the sign-in is missing.</Text> : null}
      {codeSent && !verified ? (
        <CodeField isAnother={codesSent > 1} email={form.values.email} input={form.getInputProps('code')} />
      ) : null}
      <ErrorNote error={error} />
      <Button type="submit" loading={isPending}>
        {verified ? 'Sign in' : codeSent ? 'Verify' : 'Create account'}
      </Button>
      {codeSent && !verified ? <CodeActions {...actions} /> : null}
      <Anchor component={Link} href={paths.signIn()} size="sm">
        Sign in instead
      </Anchor>
    </SignInFrame>
  );
}

interface CodeFieldProps {
  isAnother: boolean;
  email: string;
  input: TextInputProps;
}

function CodeField({ isAnother, email, input }: CodeFieldProps) {
  return (
    <>
      <Text size="sm">
        {isAnother ? 'Another code' : 'A code'} of six digits is on its way to {email}. It is good for 15 minutes.
      </Text>
      <TextInput label="Code" inputMode="numeric" autoComplete="one-time-code" data-autofocus {...input} />
    </>
  );
}
