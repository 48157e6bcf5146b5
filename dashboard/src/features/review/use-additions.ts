import { useState } from 'react';
import type { Operation } from '../../../../contract/vocabulary.js';
import type { Library } from '../../shared/reader/library.js';
import type { Place } from '../../shared/use-place.js';
import { adding, undoing } from './edits.js';
import { type Edited, applyOperations, dependentOn, described, problemOf } from './operations.js';
import type { usePending } from './use-review.js';
import type { useUnkept } from './use-unkept.js';

export interface Desk {
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

export type Additions = ReturnType<typeof useAdditions>;

/**
 * Appends operations to the pending list, and takes one out of it. `problem` says what could not be done.
 *
 * @param onAdd called for all that is to be appended, also where it cannot be.
 */
export function useAdditions({ draft, operations, edited, place, change, unkept }: Desk, onAdd: () => void) {
  const [problem, setProblem] = useState<string | null>(null);

  function addAll(added: [Operation, ...Operation[]], { stale, onKept }: Adding): void {
    const why = problemOf(edited, added[0]);
    setProblem(why);
    onAdd();
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

  return { add, addAll, undo, problem, setProblem };
}
