import { Suspense } from 'react';
import { lazyPart } from '../../shared/lazy-part.js';
import type { Library } from '../../shared/reader/library.js';
import type { useUnsaved } from './use-unsaved.js';

const FileEditor = lazyPart(() => import('./FileEditor.js'));

interface Props {
  library: Library;
  path: string;
  unsaved: ReturnType<typeof useUnsaved>;
  /** A change is being saved. */
  isSaving: boolean;
  /** Whether the editor stays open when there is no unsaved text of the file. */
  onEditing: (isEditing: boolean) => void;
  onWrite: (content: string) => void;
}

/** The editor of a file of the draft, with the texts that are typed and not saved yet. */
export function WorkspaceEditor({ library, path, unsaved, isSaving, onEditing, onWrite }: Props) {
  return (
    <Suspense fallback={null}>
      <FileEditor
        key={path}
        library={library}
        path={path}
        typed={unsaved.texts.get(path) ?? null}
        isSaving={isSaving}
        onType={(text, before) => {
          // typed back to what it was, it stays open
          onEditing(true);
          if (text === null) unsaved.giveUp(path);
          else unsaved.type(path, text, before);
        }}
        onClose={() => {
          onEditing(false);
          unsaved.giveUp(path);
        }}
        onDone={(content, before) => {
          // as an unsaved text it stays open until the changes hold it
          onEditing(false);
          if (before !== null) unsaved.compared(path, before);
          onWrite(content);
        }}
      />
    </Suspense>
  );
}
