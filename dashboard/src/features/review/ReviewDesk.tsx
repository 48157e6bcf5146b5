import { Box } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { PendingOperations, Review } from '../../../../contract/review.js';
import type { Shelf } from '../../../../contract/shelf.js';
import { Reader } from '../../shared/reader/Reader.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { usePlace } from '../../shared/use-place.js';
import { DeskFiles } from './DeskFiles.js';
import { DeskHeader } from './DeskHeader.js';
import { FileEditor } from './FileEditor.js';
import { PathDialog } from './PathDialogs.js';
import { useCommands } from './use-commands.js';
import { useDecision } from './use-decision.js';
import { useEdited } from './use-edited.js';
import { usePending } from './use-review.js';

interface Props {
  shelf: Shelf;
  review: Review;
  pending: PendingOperations;
}

/** The draft beside its pages, the changes that are pending, and the decision. */
export function ReviewDesk({ shelf, review, pending }: Props) {
  const place = usePlace();
  const { operations } = pending;
  const { edited, library, marks } = useEdited(shelf, review, operations);
  const { change } = usePending(shelf.publicId);
  const draft = useMemo(() => review.files.map(({ path }) => path), [review.files]);
  const commands = useCommands({ draft, operations, edited, library, place, change });
  const decision = useDecision(shelf, pending);
  const [editing, setEditing] = useState<string | null>(null);
  const open = (file: string) => {
    setEditing(null);
    place.open({ file }, 'choice');
  };
  const edit = (file: string) => {
    open(file);
    setEditing(file);
  };
  const { asked, ask, add, problem } = commands;
  const editor =
    editing === null ? undefined : (
      <FileEditor
        key={editing}
        library={library}
        path={editing}
        onClose={() => setEditing(null)}
        onDone={(content) => {
          add({ type: 'write', path: editing, content });
          setEditing(null);
        }}
      />
    );
  return (
    <Box h="calc(100dvh - 52px)" style={{ display: 'flex', flexDirection: 'column' }}>
      <DeskHeader shelf={shelf} pending={pending} decision={decision} busy={change.isPending} />
      <ErrorNote error={problem === null ? null : new Error(problem)} />
      <ErrorNote error={change.error ?? decision.approve.error ?? decision.regenerate.error} />
      <Reader
        library={library}
        place={place}
        left={
          <DeskFiles
            {...{ shelf, pending, library, edited, marks, commands, open, edit }}
            file={place.file}
            busy={change.isPending}
          />
        }
        body={editor}
      />
      {asked === null ? null : <PathDialog asked={asked} edited={edited} onClose={() => ask(null)} onDone={add} />}
    </Box>
  );
}
