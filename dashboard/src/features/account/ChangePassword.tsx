import { Button, Group, Paper, PasswordInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/client.js';
import { fieldErrors } from '../../shared/field-errors.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { SESSIONS } from './sessions.js';

/** Sets another password. All other sessions end with it. */
export function ChangePassword({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { password: '' } });
  const change = useMutation({
    mutationFn: (body: { password: string }) => api.changePassword({ body }),
    onSuccess: async () => {
      form.reset();
      notifications.show({
        title: 'The password is changed',
        message: 'Every other session of the account has ended.',
        closeButtonProps: { 'aria-label': 'Close' },
      });
      await queryClient.invalidateQueries({ queryKey: SESSIONS });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5">
        Password
      </Title>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        {/* password managers file the new password under it */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Group align="end" mt="xs">
          <PasswordInput
            label="New password"
            description="At least 8 characters. Every other session ends."
            autoComplete="new-password"
            style={{ flex: 1, minWidth: 220 }}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" variant="default" loading={change.isPending} disabled={form.values.password === ''}>
            Change the password
          </Button>
        </Group>
      </form>
      <ErrorNote error={form.errors['password'] === undefined ? change.error : null} />
    </Paper>
  );
}
