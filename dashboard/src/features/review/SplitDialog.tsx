import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { type Edited, isThere, problemOf } from './operations.js';
import { beginningsOf, splitPath, splitText } from './split.js';
import { useFocusReturn } from '../../shared/ui/use-focus-return.js';

/** A file about to be split. */
export interface Splitting {
  path: string;
  text: string;
  /** The files when the text was read. */
  read: Edited;
}

interface Props {
  splitting: Splitting;
  /** The line that is marked in the file. */
  line: number | null;
  edited: Edited;
  onClose: () => void;
  onDone: (splitting: Splitting, texts: [first: string, second: string], to: string) => void;
}

/** Of choices at once: what is typed makes them fewer. */
const MAX_SHOWN = 100;
/** Room for the list, which opens within the dialog. */
const DIALOG_PIXELS = 400;

/** Asks with which heading or paragraph a new file begins, and for its path. */
export default function SplitDialog({ splitting, line, edited, onClose, onDone }: Props) {
  useFocusReturn();
  const { path, text } = splitting;
  const beginnings = useMemo(() => beginningsOf(text), [text]);
  const proposed = beginnings.find((one) => one.line === line) ?? beginnings.find(({ isHeading }) => isHeading);
  const [at, setAt] = useState(proposed ?? beginnings[0]);
  const [typed, setTyped] = useState<string | null>(null);
  const next = edited.paths.filter((one) => one > path).toSorted()[0] ?? null;
  const to = (typed ?? (at ? splitPath(path, at.text, next) : '')).trim().normalize('NFC');
  const problem = at ? problemAt(edited, to) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (at && to !== '' && problem === null) onDone(splitting, splitText(text, at), to);
  };
  return (
    <Modal opened onClose={onClose} title="Split" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <Stack mih={DIALOG_PIXELS}>
          <Text size="sm" dir="auto">
            {at ? path : `${path} has only one paragraph: it cannot be split.`}
          </Text>
          <Select
            label="The new file begins with"
            description="Type to search in the headings and paragraphs"
            data={choicesOf(beginnings)}
            value={at ? String(at.line) : null}
            onChange={(value) => setAt(beginnings.find((one) => String(one.line) === value) ?? at)}
            allowDeselect={false}
            searchable
            openOnFocus={false}
            limit={MAX_SHOWN}
            disabled={!at}
            nothingFoundMessage="No heading or paragraph is like this"
            comboboxProps={{ withinPortal: false }}
            data-autofocus
          />
          <TextInput
            label="Path of the new file"
            description="Files are listed by name: this one comes after the first part"
            value={typed ?? to}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={to === '' ? null : problem}
            disabled={!at}
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!at || to === '' || problem !== null}>
              Split
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The headings and the paragraphs to choose from, where there are any. */
function choicesOf(beginnings: ReturnType<typeof beginningsOf>) {
  const items = (isHeading: boolean) =>
    beginnings
      .filter((one) => one.isHeading === isHeading)
      .map((one) => ({ value: String(one.line), label: `${one.text} (line ${one.line})` }));
  const groups = [
    { group: 'Headings', items: items(true) },
    { group: 'Paragraphs', items: items(false) },
  ];
  return groups.filter((one) => one.items.length > 0);
}

function problemAt(edited: Edited, path: string): string | null {
  if (isThere(edited, path)) return `${path} exists already.`;
  return problemOf(edited, { type: 'write', path, content: '' });
}
