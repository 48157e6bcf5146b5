import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Shelf } from '../../../../contract/shelf.js';
import { api } from '../client.js';
import { fieldErrors } from '../field-errors.js';
import { shelfQuery } from '../shelves.js';
import { ErrorNote } from '../ui/ErrorNote.js';
import { showError, showUndo } from '../ui/undo-notice.js';
import { useFocusReturn } from '../ui/use-focus-return.js';

/** Asks for another name of a shelf. */
export default function RenameShelf({ shelf: { publicId, name }, onClose }: { shelf: Shelf; onClose: () => void }) {
  useFocusReturn();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name } });
  const show = async (shelf: Shelf) => {
    queryClient.setQueryData(shelfQuery(publicId).queryKey, shelf);
    await queryClient.invalidateQueries({ queryKey: ['shelves'] });
  };
  const rename = useMutation({
    mutationFn: (body: { name: string }) => api.changeShelf({ id: publicId, body }),
    onSuccess: async (shelf) => {
      onClose();
      offerUndo({ before: name, shelf, onUndone: show });
      await show(shelf);
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

interface Undo {
  /** The name it had. */
  before: string;
  shelf: Shelf;
  onUndone: (shelf: Shelf) => Promise<void>;
}

function offerUndo({ before, shelf: { publicId, name }, onUndone }: Undo): void {
  if (before === name) return;
  const id = `rename ${publicId}`;
  showUndo({
    id,
    text: `${before} is now named ${name}.`,
    onUndo: () => {
      notifications.hide(id);
      api
        .changeShelf({ id: publicId, body: { name: before } })
        .then(onUndone, (error: unknown) => showError(`${name} kept its name`, error));
    },
  });
}
