import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api } from '../shared/client.js';
import { answerPassword } from '../shared/password-request.js';
import { ErrorNote } from '../shared/ui/ErrorNote.js';

/** The dialog that asks for the password. */
export default function PasswordForm({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues: { password: '' } });
  const confirm = useMutation({
    mutationFn: (body: { password: string }) => api.confirmPassword({ body }),
    onSuccess: () => answerPassword(true),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title="Enter your password"
      zIndex={400}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={form.onSubmit((values) => confirm.mutate(values))} noValidate>
        <Stack>
          <Text size="sm">It was entered more than 15 minutes ago, and this needs it again.</Text>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            {...form.getInputProps('password')}
          />
          <ErrorNote error={confirm.error} />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={confirm.isPending} disabled={form.values.password === ''}>
              Go on
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
