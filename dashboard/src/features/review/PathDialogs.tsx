import { Autocomplete, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Operation } from '../../../../contract/vocabulary.js';
import { folderOf, nameOf, pathIn } from '../../shared/reader/tree.js';
import { type Edited, foldersOf, problemOf } from './operations.js';
import { useFocusReturn } from '../../shared/ui/use-focus-return.js';

/** What is asked: about a file or folder, or a new folder beside it. */
export interface Asked {
  what: 'rename' | 'move' | 'folder';
  path: string;
}

interface Props {
  asked: Asked;
  edited: Edited;
  onClose: () => void;
  onDone: (operation: Operation) => void;
}

/** What the top of the tree is called among folders. */
const TOP = '/';

const TEXTS = {
  rename: { title: 'Rename', label: 'New name', done: 'Rename' },
  move: { title: 'Move to…', label: 'Folder', done: 'Move' },
  folder: { title: 'New folder', label: 'Name of the folder', done: 'Make folder' },
} as const;

/** Asks for a name or a folder, and says what is wrong with it while it is typed. */
export default function PathDialog({ asked, edited, onClose, onDone }: Props) {
  useFocusReturn();
  const { what, path } = asked;
  const [value, setValue] = useState(what === 'rename' ? nameOf(path) : '');
  const operation = operationOf(asked, value);
  const unchanged = operation?.type === 'rename' && operation.from === operation.to;
  const problem = operation === null || unchanged ? null : problemOf(edited, operation);
  const { title, label, done } = TEXTS[what];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (operation && problem === null && !unchanged) onDone(operation);
  };
  const field = { label, value, onChange: setValue, error: problem, 'data-autofocus': true };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <Stack>
          {what === 'folder' ? null : (
            <Text size="sm" dir="auto">
              {path}
            </Text>
          )}
          {what === 'move' ? (
            <Autocomplete
              {...field}
              description="One that is there, or a new one. / is the top."
              data={[TOP, ...foldersOf(edited)].filter((one) => one !== path && !one.startsWith(`${path}/`))}
              comboboxProps={{ withinPortal: false }}
            />
          ) : (
            <TextInput {...field} onChange={({ currentTarget }) => setValue(currentTarget.value)} />
          )}
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={operation === null || problem !== null || unchanged}>
              {done}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The operation that the answer means; null while it means none. */
export function operationOf({ what, path }: Asked, answer: string): Operation | null {
  const text = answer.trim().normalize('NFC');
  if (text === '') return null;
  switch (what) {
    case 'rename':
      return { type: 'rename', from: path, to: pathIn(folderOf(path), text) };
    case 'move':
      return { type: 'rename', from: path, to: pathIn(text.replace(/^\/+|\/+$/g, ''), nameOf(path)) };
    case 'folder':
      return { type: 'mkdir', path: pathIn(path, text) };
  }
}
