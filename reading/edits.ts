/** What the operations of a review would do to a draft, for those who are still editing it. */
import type { FileChange, Operation } from '../contract/vocabulary.js';
import { checkApplicable, editTree, type EditedTree } from '../engine/edit/edit.js';
import type { OperationError } from '../engine/edit/operations.js';
import { isSourceMap } from '../engine/files/source-map.js';
import type { Files } from './files.js';

/** The first operation that cannot be applied, and the member of it that is at fault. */
export interface Refused {
  index: number;
  reason: string;
  member: string;
}

export interface EditedFile {
  path: string;
  status: FileChange;
  /** The path in the draft of a renamed file; else null. */
  from: string | null;
  /** No operation names the file: its links, contents or places had to follow. */
  derived: boolean;
  /** Null for a removed file. */
  content: string | null;
}

export interface Preview {
  /** All files in the order of the listing. */
  listing: { path: string; sizeBytes: number }[];
  /** Files that differ from the draft: in the order of the listing, then what was removed. */
  changed: EditedFile[];
}

export type PreviewOutcome = Preview | { refused: Refused };

/** Null when all operations can be applied to files with these paths. */
export function refusedOperation(paths: readonly string[], operations: readonly Operation[]): Refused | null {
  const outcome = orRefused(() => checkApplicable(paths, operations));
  return outcome && 'refused' in outcome ? outcome.refused : null;
}

export function previewOperations(files: Files, operations: readonly Operation[]): PreviewOutcome {
  return orRefused(() => {
    const draft = Array.from(files, ([path, content]) => ({ path, content }));
    return compared(files, editTree(draft, operations));
  });
}

function compared(draft: Files, { files, origins, written }: EditedTree): Preview {
  const present = new Set(files.map(({ path }) => path));
  const moved = new Set(Array.from(origins).flatMap(([path, before]) => (path === before ? [] : [before])));
  const changed = files.flatMap(({ path, content }): EditedFile[] => {
    const before = origins.get(path) ?? path;
    if (before !== path) return [{ path, status: 'renamed', from: before, derived: false, content }];
    if (draft.get(path) === content) return [];
    const status = draft.has(path) ? 'modified' : 'added';
    const derived = isSourceMap(path) || (status === 'modified' && !written.has(path));
    return [{ path, status, from: null, derived, content }];
  });
  const removed = Array.from(draft.keys(), (path): EditedFile => {
    return { path, status: 'removed', from: null, derived: isSourceMap(path), content: null };
  }).filter(({ path }) => !present.has(path) && !moved.has(path));
  const listing = files.map(({ path, content }) => ({ path, sizeBytes: Buffer.byteLength(content) }));
  return { listing, changed: [...changed, ...removed] };
}

function orRefused<T>(work: () => T): T | { refused: Refused } {
  try {
    return work();
  } catch (error) {
    if ((error as { name?: unknown }).name !== 'OperationError') throw error;
    const { index, reason, member } = error as OperationError;
    return { refused: { index, reason, member } };
  }
}
