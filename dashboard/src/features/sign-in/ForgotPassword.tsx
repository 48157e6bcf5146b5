import { Anchor, Button, Checkbox, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { Link, useLocation } from 'wouter';
import { api } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { CodeActions } from './CodeActions.js';
import { SignInFrame } from './SignInFrame.js';
import { useCodeSteps } from './use-code-steps.js';

interface Values {
  email: string;
  code: string;
  password: string;
  revokeKeys: boolean;
}

/** A code to the address, then a new password. */
export default function ForgotPassword() {
  const [, navigate] = useLocation();
  const form = useForm<Values>({ initialValues: { email: '', code: '', password: '', revokeKeys: false } });
  const { codesSent, codeSent, error, isPending, submit, actions } = useCodeSteps(form, {
    send: ({ email }: Values) => api.forgotPassword({ body: { email } }),
    confirm: (body: Values) => api.resetPassword({ body }),
    onConfirmed: () => {
      notifications.show({ message: 'The password is set. Sign in.', closeButtonProps: { 'aria-label': 'Close' } });
      navigate(paths.signIn(), { replace: true });
    },
  });
  return (
    <SignInFrame title="Set a new password" onSubmit={form.onSubmit(submit)}>
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
            description="If somebody else may have known the password: otherwise keys that they created keep working."
            {...form.getInputProps('revokeKeys', { type: 'checkbox' })}
          />
        </>
      ) : null}
      <ErrorNote error={error} />
      <Button type="submit" loading={isPending}>
        {codeSent ? 'Set the password' : 'Send a code'}
      </Button>
      {codeSent ? <CodeActions {...actions} /> : null}
      <Anchor component={Link} href={paths.signIn()} size="sm">
        Sign in
      </Anchor>
    </SignInFrame>
  );
}
