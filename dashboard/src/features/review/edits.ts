/** Changes of the pending list. Each is checked against the list it applies to, which may be newer than the one on screen. */
import type { Operation } from '../../../../contract/vocabulary.js';
import type { Edit } from './save-queue.js';
import { applyOperations, type Edited } from './operations.js';
import { refuseStale } from './sources.js';

/** Appends operations. `stale`: why they do not fit what the list holds by then. */
export const adding =
  (
    draft: readonly string[],
    [operation, ...more]: readonly [Operation, ...Operation[]],
    stale?: (now: Edited) => string | null,
  ): Edit<Operation> =>
  (before) => {
    if (stale) refuseStale(draft, before, stale);
    const rest = withoutSameWrite(before, operation);
    const after = [...rest, operation, ...more];
    // another change may have been saved first
    const { refused } = applyOperations(draft, after);
    if (refused !== null && refused.index >= rest.length) throw new Error(refused.why);
    return after;
  };

/** Removes one operation from the list. */
export const undoing =
  (operations: readonly Operation[], index: number): Edit<Operation> =>
  (before) => {
    if (JSON.stringify(before[index]) !== JSON.stringify(operations[index]))
      throw new Error('The pending changes have changed meanwhile. Look at them, then undo this one again.');
    return before.filter((_one, at) => at !== index);
  };

/** An edit of the file that was edited last replaces that edit. */
function withoutSameWrite(operations: readonly Operation[], added: Operation): readonly Operation[] {
  const last = operations.at(-1);
  return added.type === 'write' && last?.type === 'write' && last.path === added.path
    ? operations.slice(0, -1)
    : operations;
}
