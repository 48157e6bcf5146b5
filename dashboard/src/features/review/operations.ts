/** Pending operations, applied to the files of a draft as approving would apply them (engine/edit/operations.ts). */
import { type Operation, pathProblem } from '../../../../contract/vocabulary.js';
import { isKept } from '../../shared/reader/tree.js';

/** The files as the operations leave them. */
export interface Edited {
  /** In the order of the listing. */
  paths: string[];
  /** The path in the draft, of files that come from there. */
  origins: Map<string, string>;
  /** Texts that were written. */
  texts: Map<string, string>;
  /** Made folders. */
  folders: string[];
  /** The first operation that cannot be done; those behind it were left out. */
  refused: { index: number; why: string } | null;
}

export function applyOperations(draft: readonly string[], operations: readonly Operation[]): Edited {
  const edited: Edited = {
    paths: [...draft],
    origins: new Map(draft.map((path) => [path, path])),
    texts: new Map(),
    folders: [],
    refused: null,
  };
  for (const [index, operation] of operations.entries()) {
    const why = problemOf(edited, operation);
    if (why !== null) return listed({ ...edited, refused: { index, why } });
    apply(edited, operation);
  }
  return listed(edited);
}

const listed = (edited: Edited): Edited => ({ ...edited, paths: edited.paths.toSorted(compareListing) });

/** README.md, then what is there to be read by path, then what the service keeps, as in engine/files/order.ts. */
function compareListing(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || compareCodePoints(a, b);
}

/** As the service compares paths. `<` takes the halves of characters beyond U+FFFF for less than U+E000. */
function compareCodePoints(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return inOrder(a.charCodeAt(at)) - inOrder(b.charCodeAt(at)) || 0;
}

/** A unit of UTF-16 as a number in the order of code points; the end of a text, which has none, before all. */
function inOrder(unit: number): number {
  if (Number.isNaN(unit)) return -1;
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

function rankOf(path: string): number {
  if (path === 'README.md') return 0;
  if (path === 'metadata.json') return 2;
  if (isKept(path)) return 4;
  return isContent(path) ? 1 : 3;
}

/** What is there to be read, and not made of the other files. */
export const isContent = (path: string): boolean => path !== 'README.md' && !path.endsWith('.json');

/** Why an operation cannot be done; null when it can. The service checks again, with all of its rules. */
export function problemOf(edited: Edited, operation: Operation): string | null {
  const { paths } = edited;
  const exists = (path: string): boolean => isThere(edited, path);
  const changed = operation.type === 'rename' ? operation.from : operation.path;
  const made = operation.type === 'rename' ? operation.to : operation.path;
  if (isReserved(changed, operation.type)) return `${changed} is maintained by the service.`;
  const problem = pathProblem(made);
  if (problem !== null) return `“${made}” ${problem}.`;
  if ((operation.type === 'rename' || operation.type === 'delete') && !exists(changed))
    return `${changed} is not there.`;
  if (operation.type === 'rename' && made.startsWith(`${changed}/`)) return 'A folder cannot be moved into itself.';
  if ((operation.type === 'rename' || operation.type === 'mkdir') && exists(made)) return `${made} exists already.`;
  const above = parentsOf(made).find((folder) => paths.includes(folder));
  return above === undefined ? null : `${above} is a file, not a folder.`;
}

/** Whether there is a file or a folder of this path. */
export const isThere = ({ paths, folders }: Pick<Edited, 'paths' | 'folders'>, path: string): boolean =>
  [paths, folders].some((all) => all.some((one) => isAt(one, path)));

/** Where a file of the draft is now; its path in the draft when it was deleted. */
export const pathOf = ({ origins }: Pick<Edited, 'origins'>, draft: string): string =>
  [...origins].find(([, origin]) => origin === draft)?.[0] ?? draft;

function apply(edited: Edited, operation: Operation): void {
  switch (operation.type) {
    case 'rename':
      return rename(edited, operation.from, operation.to);
    case 'delete':
      return remove(edited, operation.path);
    case 'mkdir':
      edited.folders.push(operation.path);
      return undefined;
    case 'write':
      if (!edited.paths.includes(operation.path)) edited.paths.push(operation.path);
      edited.texts.set(operation.path, operation.content);
  }
}

function rename(edited: Edited, from: string, to: string): void {
  const moved = (path: string): string => (isAt(path, from) ? to + path.slice(from.length) : path);
  edited.paths = edited.paths.map(moved);
  edited.folders = edited.folders.map(moved);
  edited.origins = new Map(Array.from(edited.origins, ([path, origin]) => [moved(path), origin]));
  edited.texts = new Map(Array.from(edited.texts, ([path, text]) => [moved(path), text]));
}

function remove(edited: Edited, gone: string): void {
  edited.paths = edited.paths.filter((path) => !isAt(path, gone));
  edited.folders = edited.folders.filter((path) => !isAt(path, gone));
  for (const known of [edited.origins, edited.texts])
    for (const path of [...known.keys()]) if (isAt(path, gone)) known.delete(path);
}

/** The path itself, or in the folder of this path. */
export const isAt = (path: string, at: string): boolean => path === at || path.startsWith(`${at}/`);

/** The folders that a path is in, outermost first. */
function parentsOf(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  return segments.map((_segment, index) => segments.slice(0, index + 1).join('/'));
}

/** What operations must leave alone. The README can be written, but stays where it is. */
export const isReserved = (path: string, by: Operation['type'] = 'rename'): boolean =>
  isKept(path) || (by !== 'write' && /^readme\.md$/i.test(path));

/** All folders, made and implied, each once. */
export function foldersOf({ paths, folders }: Pick<Edited, 'paths' | 'folders'>): string[] {
  return [...new Set([...folders, ...[...paths, ...folders].flatMap(parentsOf)])].sort();
}

/** The first later operation on what a rename has moved: it would mean something else without the rename. */
export function dependentOn(operations: readonly Operation[], index: number): Operation | null {
  const undone = operations[index];
  if (undone?.type !== 'rename') return null;
  const touches = (later: Operation): boolean => isAt(later.type === 'rename' ? later.from : later.path, undone.to);
  return operations.slice(index + 1).find(touches) ?? null;
}

/** An operation in a line. */
export function described(operation: Operation): string {
  switch (operation.type) {
    case 'rename':
      return folderAt(operation.from) === folderAt(operation.to)
        ? `Rename ${operation.from} to ${lastOf(operation.to)}`
        : `Move ${operation.from} to ${operation.to}`;
    case 'delete':
      return `Delete ${operation.path}`;
    case 'mkdir':
      return `New folder ${operation.path}`;
    case 'write':
      return `Edit ${operation.path}`;
  }
}

const folderAt = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
