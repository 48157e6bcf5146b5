import { Box } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { PendingOperations, Review } from '../../../../contract/review.js';
import type { Shelf } from '../../../../contract/shelf.js';
import { Reader } from '../../shared/reader/Reader.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { type Spot, usePlace } from '../../shared/use-place.js';
import { WorkspaceDialogs } from './WorkspaceDialogs.js';
import { WorkspaceEditor } from './WorkspaceEditor.js';
import { WorkspaceFiles } from './WorkspaceFiles.js';
import { WorkspaceHeader } from './WorkspaceHeader.js';
import { SavingPaused } from './SavingPaused.js';
import { useCommands } from './use-commands.js';
import { useDecision } from './use-decision.js';
import { useEdited } from './use-edited.js';
import { usePending } from './use-review.js';
import { useUnsaved } from './use-unsaved.js';

interface Props {
  shelf: Shelf;
  review: Review;
  pending: PendingOperations;
}

/** The draft beside its pages, the changes that are pending, and the decision. */
export function ReviewWorkspace({ shelf, review, pending }: Props) {
  const place = usePlace();
  const { file } = place;
  const { operations } = pending;
  const { edited, library, marks } = useEdited(shelf, review, operations);
  const { change, isSaving, retryAt, refused } = usePending(shelf.publicId, pending.draft);
  const draft = useMemo(() => review.files.map(({ path }) => path), [review.files]);
  const unsaved = useUnsaved(shelf.publicId, library);
  const commands = useCommands({ draft, operations, edited, library, place, change, unsaved });
  const decision = useDecision(shelf, pending.draft);
  const [editing, setEditing] = useState<string | null>(null);
  const open = (path: string, at: Spot = {}) => {
    setEditing(null);
    place.open({ file: path, ...at }, 'choice');
  };
  const edit = (path: string) => {
    open(path);
    setEditing(path);
  };
  const files = (
    <WorkspaceFiles
      {...{ shelf, pending, library, edited, marks, commands, open, edit, file, isSaving }}
      typed={unsaved.texts}
    />
  );
  const editor =
    file === null || (editing !== file && !unsaved.texts.has(file)) ? undefined : (
      <WorkspaceEditor
        {...{ library, unsaved, isSaving }}
        path={file}
        onEditing={(isEditing) => setEditing(isEditing ? file : null)}
        onWrite={(content) => commands.add({ type: 'write', path: file, content })}
      />
    );
  return (
    <Box h="calc(100dvh - 52px)" style={{ display: 'flex', flexDirection: 'column' }}>
      <WorkspaceHeader
        {...{ shelf, pending, decision, open, isSaving }}
        engine={review.engine}
        unsaved={[...unsaved.texts.keys()]}
      />
      {retryAt === null ? null : <SavingPaused until={retryAt} />}
      <ErrorNote error={commands.problem === null ? null : new Error(commands.problem)} />
      <ErrorNote error={latestError(refused, decision.approve, decision.regenerate)} />
      <Reader library={library} place={place} left={files} body={editor} />
      <WorkspaceDialogs commands={commands} edited={edited} place={place} />
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
