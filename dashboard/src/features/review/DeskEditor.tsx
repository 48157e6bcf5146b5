import { Suspense } from 'react';
import { lazyPart } from '../../shared/lazy-part.js';
import type { Library } from '../../shared/reader/library.js';
import type { useUnkept } from './use-unkept.js';

const FileEditor = lazyPart(() => import('./FileEditor.js'));

interface Props {
  library: Library;
  path: string;
  unkept: ReturnType<typeof useUnkept>;
  /** A change is being kept. */
  busy: boolean;
  /** Whether the editor stays open when there is no unkept text of the file. */
  onEditing: (isEditing: boolean) => void;
  onWrite: (content: string) => void;
}

/** The editor of a file of the draft, over the texts that are typed and not kept yet. */
export function DeskEditor({ library, path, unkept, busy, onEditing, onWrite }: Props) {
  return (
    <Suspense fallback={null}>
      <FileEditor
        key={path}
        library={library}
        path={path}
        typed={unkept.texts.get(path) ?? null}
        busy={busy}
        onType={(text, before) => {
          // typed back to what it was, it stays open
          onEditing(true);
          if (text === null) unkept.giveUp(path);
          else unkept.type(path, text, before);
        }}
        onClose={() => {
          onEditing(false);
          unkept.giveUp(path);
        }}
        onDone={(content, before) => {
          // as an unkept text it stays open until the changes hold it
          onEditing(false);
          if (before !== null) unkept.compared(path, before);
          onWrite(content);
        }}
      />
    </Suspense>
  );
}
