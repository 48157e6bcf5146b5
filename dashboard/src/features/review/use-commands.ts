import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operation } from '../../../../contract/vocabulary.js';
import { messageOf } from '../../shared/client.js';
import { type Library, textOf } from '../../shared/reader/library.js';
import { ROOT, folderOf, nameOf, pathIn } from '../../shared/reader/tree.js';
import { type Place, placeWatch } from '../../shared/use-place.js';
import { adding, undoing } from './edits.js';
import { joinedText } from './join.js';
import type { Asked } from './PathDialogs.js';
import type { Splitting } from './SplitDialog.js';
import { type Edited, applyOperations, dependentOn, described, problemOf } from './operations.js';
import { staleSource, staleSplit } from './sources.js';
import type { usePending } from './use-review.js';
import type { useUnkept } from './use-unkept.js';

interface Desk {
  /** Paths of the draft. */
  draft: readonly string[];
  operations: readonly Operation[];
  edited: Edited;
  library: Library;
  place: Place;
  change: ReturnType<typeof usePending>['change'];
  unkept: ReturnType<typeof useUnkept>;
}

interface Adding {
  /** Why the operations do not fit what the list holds now. */
  stale?: (now: Edited) => string | null;
  onKept: () => void;
}

/** What a person does to the draft, as changes of the pending list. `problem` says what could not be done. */
export function useCommands({ draft, operations, edited, library, place, change, unkept }: Desk) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [splitting, setSplitting] = useState<Splitting | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function addAll(added: [Operation, ...Operation[]], { stale, onKept }: Adding): void {
    const why = problemOf(edited, added[0]);
    setProblem(why);
    setAsked(null);
    if (why !== null) return;
    change({ edit: adding(draft, added, stale), onKept });
  }

  const add = (operation: Operation): void =>
    addAll([operation], {
      onKept: () => {
        if (operation.type !== 'rename') return;
        const { from, to } = operation;
        unkept.move(from, to);
        if (place.file === null) return;
        if (place.file === from || place.file.startsWith(`${from}/`))
          place.open({ file: to + place.file.slice(from.length) });
      },
    });

  function undo(index: number): void {
    const rest = operations.filter((_one, at) => at !== index);
    const { refused } = applyOperations(draft, rest);
    const first = dependentOn(operations, index) ?? (refused === null ? null : (rest[refused.index] ?? null));
    setProblem(first === null ? null : `Undo “${described(first)}” first: it builds on this change.`);
    if (first === null) change({ edit: undoing(operations, index) });
  }

  /** Appends a file's text to the file before it, which it should have been a part of. */
  async function join(path: string, to: string): Promise<void> {
    try {
      const [first, second] = await Promise.all([to, path].map((one) => textOf(queryClient, library, one)));
      addAll(
        [
          { type: 'write', path: to, content: joinedText(first ?? '', second ?? '') },
          { type: 'delete', path },
        ],
        {
          stale: (now) => staleSource(edited, now, [to, path]),
          onKept: () => place.open({ file: to }),
        },
      );
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  /** Asks where a file is to be split. */
  async function askSplit(path: string): Promise<void> {
    try {
      setSplitting({ path, text: await textOf(queryClient, library, path), read: edited });
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  function split({ path, read }: Splitting, [first, second]: [string, string], to: string): void {
    setSplitting(null);
    // it may be kept late
    const isStillOpen = placeWatch();
    addAll(
      [
        { type: 'write', path, content: first },
        { type: 'write', path: to, content: second },
      ],
      {
        stale: (now) => staleSplit(read, now, path, to),
        onKept: () => {
          if (isStillOpen()) place.open({ file: to }, 'choice');
        },
      },
    );
  }

  return {
    join,
    splitting,
    askSplit,
    endSplit: () => setSplitting(null),
    split,
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
