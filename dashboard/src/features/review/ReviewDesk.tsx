import { Box } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import type { PendingOperations, Review } from '../../../../contract/review.js';
import type { Shelf } from '../../../../contract/shelf.js';
import { lazyPart } from '../../shared/lazy-part.js';
import { Reader } from '../../shared/reader/Reader.js';
import { lazyDialog } from '../../shared/ui/lazy-dialog.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { type Spot, usePlace } from '../../shared/use-place.js';
import { DeskFiles } from './DeskFiles.js';
import { DeskHeader } from './DeskHeader.js';
import { KeptLater } from './KeptLater.js';
import { useCommands } from './use-commands.js';
import { useDecision } from './use-decision.js';
import { useEdited } from './use-edited.js';
import { usePending } from './use-review.js';
import { useUnkept } from './use-unkept.js';

const PathDialog = lazyDialog(() => import('./PathDialogs.js'));
const SplitDialog = lazyDialog(() => import('./SplitDialog.js'));
const FileEditor = lazyPart(() => import('./FileEditor.js'));

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
  const { change, busy, waits, refused } = usePending(shelf.publicId, pending.draft);
  const draft = useMemo(() => review.files.map(({ path }) => path), [review.files]);
  const unkept = useUnkept(shelf.publicId, library);
  const commands = useCommands({ draft, operations, edited, library, place, change, unkept });
  const decision = useDecision(shelf, pending.draft);
  const [editing, setEditing] = useState<string | null>(null);
  const open = (file: string, at: Spot = {}) => {
    setEditing(null);
    place.open({ file, ...at }, 'choice');
  };
  const edit = (file: string) => {
    open(file);
    setEditing(file);
  };
  const { asked, ask, add, problem, splitting, split, endSplit } = commands;
  const { file } = place;
  const typed = file === null ? undefined : unkept.texts.get(file);
  const editor =
    file === null || (editing !== file && typed === undefined) ? undefined : (
      <FileEditor
        key={file}
        library={library}
        path={file}
        typed={typed ?? null}
        busy={busy}
        onType={(text, before) => {
          // typed back to what it was, it stays open
          setEditing(file);
          if (text === null) unkept.giveUp(file);
          else unkept.type(file, text, before);
        }}
        onClose={() => {
          setEditing(null);
          unkept.giveUp(file);
        }}
        onDone={(content, before) => {
          // as an unkept text it stays open until the changes hold it
          setEditing(null);
          if (before !== null) unkept.compared(file, before);
          add({ type: 'write', path: file, content });
        }}
      />
    );
  return (
    <Box h="calc(100dvh - 52px)" style={{ display: 'flex', flexDirection: 'column' }}>
      <DeskHeader
        {...{ shelf, pending, decision, open }}
        engine={review.engine}
        busy={busy}
        unkept={[...unkept.texts.keys()]}
      />
      {waits === null ? null : <KeptLater until={waits} />}
      <ErrorNote error={problem === null ? null : new Error(problem)} />
      <ErrorNote error={latestError(refused, decision.approve, decision.regenerate)} />
      <Reader
        library={library}
        place={place}
        left={
          <DeskFiles
            {...{ shelf, pending, library, edited, marks, commands, open, edit }}
            file={file}
            typed={unkept.texts}
            busy={busy}
          />
        }
        body={editor && <Suspense fallback={null}>{editor}</Suspense>}
      />
      {splitting === null ? null : (
        <SplitDialog
          splitting={splitting}
          line={splitting.path === file ? place.line : null}
          edited={edited}
          onClose={endSplit}
          onDone={split}
        />
      )}
      {asked === null ? null : <PathDialog asked={asked} edited={edited} onClose={() => ask(null)} onDone={add} />}
    </Box>
  );
}

/** An old failure must not hide a newer one. */
function latestError(...tried: ({ error: Error | null; submittedAt: number } | null)[]): Error | null {
  const failed = tried
    .filter((one) => one !== null)
    .filter(({ error }) => error !== null)
    .sort((a, b) => b.submittedAt - a.submittedAt);
  return failed[0]?.error ?? null;
}
