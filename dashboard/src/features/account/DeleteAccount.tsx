import { Button, Group, Paper, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../shared/client.js';
import { fieldErrors } from '../../shared/field-errors.js';
import { leave } from '../../shared/leave.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';

/** Deletes the account with all that belongs to it, once its address is typed. */
export function DeleteAccount({ email }: { email: string }) {
  const form = useForm({ initialValues: { email: '' } });
  const remove = useMutation({
    mutationFn: (body: { email: string }) => api.deleteAccount({ body }),
    onSuccess: leave,
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const isTyped = form.values.email.trim().toLowerCase() === email;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5">
        Delete the account
      </Title>
      <Text size="sm" mt={4}>
        All shelves, keys and webhooks go with it. This cannot be undone.
      </Text>
      <form onSubmit={form.onSubmit((values) => remove.mutate(values))} noValidate>
        <Group align="end" mt="xs">
          <TextInput
            label={`Type ${email} to confirm`}
            autoComplete="off"
            style={{ flex: 1, minWidth: 220 }}
            {...form.getInputProps('email')}
          />
          <Button type="submit" color="red" loading={remove.isPending} disabled={!isTyped}>
            Delete the account
          </Button>
        </Group>
      </form>
      <ErrorNote error={form.errors['email'] === undefined ? remove.error : null} />
    </Paper>
  );
}
