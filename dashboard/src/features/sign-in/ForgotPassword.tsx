import { Anchor, Button, Checkbox, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../../shared/client.js';
import { fieldErrors } from '../../shared/field-errors.js';
import { paths } from '../../shared/paths.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { CodeActions } from './CodeActions.js';
import { SignInFrame } from './SignInFrame.js';

interface Values {
  email: string;
  code: string;
  password: string;
  revokeKeys: boolean;
}

/** A code to the address, then a new password. */
export default function ForgotPassword() {
  const [, navigate] = useLocation();
  const [codesSent, setCodesSent] = useState(0);
  const codeSent = codesSent > 0;
  const form = useForm<Values>({ initialValues: { email: '', code: '', password: '', revokeKeys: false } });
  const onError = (error: Error) => form.setErrors(fieldErrors(error));
  const ask = useMutation({
    mutationFn: ({ email }: Values) => api.forgotPassword({ body: { email } }),
    onSuccess: () => setCodesSent((count) => count + 1),
    onError,
  });
  const reset = useMutation({
    mutationFn: (body: Values) => api.resetPassword({ body }),
    onSuccess: () => {
      notifications.show({ message: 'The password is set. Sign in.', closeButtonProps: { 'aria-label': 'Close' } });
      navigate(paths.signIn(), { replace: true });
    },
    onError,
  });
  const startAgain = () => {
    setCodesSent(0);
    form.setFieldValue('code', '');
    ask.reset();
    reset.reset();
  };
  const sendAgain = () => {
    reset.reset();
    ask.mutate(form.values);
  };
  return (
    <SignInFrame
      title="Set a new password"
      onSubmit={form.onSubmit((values) => (codeSent ? reset.mutate(values) : ask.mutate(values)))}
    >
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        disabled={codeSent}
        {...form.getInputProps('email')}
      />
      {codeSent ? (
        <>
          <Text size="sm">
            If the address has an account, {codesSent > 1 ? 'another code' : 'a code'} of six digits is on its way to
            it.
          </Text>
          <TextInput label="Code" inputMode="numeric" autoComplete="one-time-code" {...form.getInputProps('code')} />
          <PasswordInput
            label="New password"
            description="At least 8 characters"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            {...form.getInputProps('password')}
          />
          <Checkbox
            label="Revoke all API keys"
            description="If somebody else may have known the password: keys that they made go on working otherwise."
            {...form.getInputProps('revokeKeys', { type: 'checkbox' })}
          />
        </>
      ) : null}
      <ErrorNote error={reset.error ?? ask.error} />
      <Button type="submit" loading={(ask.isPending && !codeSent) || reset.isPending}>
        {codeSent ? 'Set the password' : 'Send a code'}
      </Button>
      {codeSent ? <CodeActions busy={ask.isPending} onSendAgain={sendAgain} onOtherAddress={startAgain} /> : null}
      <Anchor component={Link} href={paths.signIn()} size="sm">
        Sign in
      </Anchor>
    </SignInFrame>
  );
}
