import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Shelf } from '../../../../contract/shelf.js';
import { requestJson } from '../client.js';
import { fieldErrors } from '../field-errors.js';
import { shelfPath, shelfQuery } from '../shelves.js';
import { ErrorNote } from '../ui/ErrorNote.js';

/** Asks for another name of a shelf. */
export function RenameShelf({ shelf: { publicId, name }, onClose }: { shelf: Shelf; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name } });
  const rename = useMutation({
    mutationFn: (body: { name: string }) => requestJson<Shelf>(shelfPath(publicId), { method: 'PATCH', body }),
    onSuccess: async (shelf) => {
      queryClient.setQueryData(shelfQuery(publicId).queryKey, shelf);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['shelves'] });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Modal opened onClose={onClose} title="Rename the shelf" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={form.onSubmit((values) => rename.mutate(values))} noValidate>
        <Stack>
          <TextInput label="Name" data-autofocus dir="auto" {...form.getInputProps('name')} />
          <ErrorNote error={rename.error} />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={rename.isPending} disabled={form.values.name.trim() === ''}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
