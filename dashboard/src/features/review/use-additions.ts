import { useState } from 'react';
import type { Operation } from '../../../../contract/vocabulary.js';
import type { Library } from '../../shared/reader/library.js';
import type { Place } from '../../shared/use-place.js';
import { adding, undoing } from './edits.js';
import { type Edited, applyOperations, dependentOn, described, problemOf } from './operations.js';
import type { usePending } from './use-review.js';
import type { useUnsaved } from './use-unsaved.js';

export interface Workspace {
  /** Paths of the draft. */
  draft: readonly string[];
  operations: readonly Operation[];
  edited: Edited;
  library: Library;
  place: Place;
  change: ReturnType<typeof usePending>['change'];
  unsaved: ReturnType<typeof useUnsaved>;
}

interface Adding {
  /** Why the operations do not fit what the list holds now. */
  stale?: (now: Edited) => string | null;
  onSaved: () => void;
}

export type Additions = ReturnType<typeof useAdditions>;

/**
 * Appends operations to the pending list, and takes one out of it. `problem` says what could not be done.
 *
 * @param onAdd called for each attempt to append, also one that is refused.
 */
export function useAdditions({ draft, operations, edited, place, change, unsaved }: Workspace, onAdd: () => void) {
  const [problem, setProblem] = useState<string | null>(null);

  function addAll(added: [Operation, ...Operation[]], { stale, onSaved }: Adding): void {
    const why = problemOf(edited, added[0]);
    setProblem(why);
    onAdd();
    if (why !== null) return;
    change({ edit: adding(draft, added, stale), onSaved });
  }

  const add = (operation: Operation): void =>
    addAll([operation], {
      onSaved: () => {
        if (operation.type !== 'rename') return;
        const { from, to } = operation;
        unsaved.move(from, to);
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

  return { add, addAll, undo, problem, setProblem };
}
