import { useState } from 'react';
import { ROOT, folderOf, nameOf, pathIn } from '../../shared/reader/tree.js';
import type { Asked } from './PathDialogs.js';
import type { Edited } from './operations.js';
import { type Workspace, useAdditions } from './use-additions.js';
import { useJoin } from './use-join.js';
import { useSplit } from './use-split.js';

/** What a person does to the draft, as changes of the pending list. `problem` says what could not be done. */
export function useCommands(workspace: Workspace) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const additions = useAdditions(workspace, () => setAsked(null));
  const join = useJoin(workspace, additions);
  const splits = useSplit(workspace, additions);
  const { add, undo, problem } = additions;
  const { edited } = workspace;
  return {
    ...splits,
    join,
    asked,
    ask: setAsked,
    add,
    undo,
    problem: problem ?? edited.refused?.why ?? null,
    move: (path: string, folder: string) => add({ type: 'rename', from: path, to: pathIn(folder, nameOf(path)) }),
    newFolder: (current: string | null) => setAsked({ what: 'folder', path: folderFor(current, edited) }),
  };
}

/** A new folder is made in the folder that is chosen, or beside the file. */
function folderFor(current: string | null, { paths }: Edited): string {
  if (current === null) return ROOT;
  return paths.includes(current) ? folderOf(current) : current;
}
