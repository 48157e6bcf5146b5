/**
 * The operations of an approval on the tree, one after the other, as a file system would do them. The files that the
 * service itself keeps true are reserved: README.md and metadata.json stay where they are, the source map is out of reach.
 */
import { pathProblem, type Operation } from '../../contract/vocabulary.js';
import { METADATA_PATH, README_PATH } from '../files/order.js';
import { isSourceMap, SOURCE_MAP_FOLDER } from '../files/source-map.js';
import {
  attach,
  detach,
  filesBelow,
  find,
  lengthBelow,
  makeDirectory,
  placeFor,
  type Directory,
  type FileNode,
  type Node,
  type Place,
} from './tree.js';

/** No path up to this is too long, in whatever script: below it the paths that a directory takes along are not looked at. */
const SURELY_SHORT_CHARS = 300;

export type OperationReason =
  | 'invalid_path'
  | 'reserved_path'
  | 'not_found'
  | 'target_exists'
  | 'target_inside_source'
  | 'is_a_directory'
  | 'not_a_directory'
  | 'case_conflict';

/** An operation that cannot be done; the tree is unchanged. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  constructor(
    readonly index: number,
    readonly reason: OperationReason,
    /** The member of the operation that is at fault. */
    readonly member: string,
  ) {
    super(`operations[${index}]: ${member}: ${reason}`);
  }
}

type Refuse = (reason: OperationReason, member: string) => OperationError;

/** Changes the tree; gives the file that was written. A path's form is checked too: not all who ask come by way of the api. */
export function apply(root: Directory, operation: Operation, index: number): FileNode | null {
  const refuse: Refuse = (reason, member) => new OperationError(index, reason, member);
  const { type, ...members } = operation;
  for (const [member, path] of Object.entries(members)) {
    if (member !== 'content' && pathProblem(path)) throw refuse('invalid_path', member);
  }
  switch (type) {
    case 'rename':
      rename(root, operation, refuse);
      return null;
    case 'delete':
      remove(root, operation.path, refuse);
      return null;
    case 'mkdir':
      mkdir(root, operation.path, refuse);
      return null;
    case 'write':
      return write(root, operation, refuse);
  }
}

/** Whether operations must leave the path alone. The case of letters makes no other path of it. */
function isReserved(path: string, but: readonly string[] = []): boolean {
  if (but.includes(path)) return false;
  const own = path.toLowerCase();
  const names = [README_PATH.toLowerCase(), METADATA_PATH];
  return names.includes(own) || isSourceMap(own) || `${own}/` === SOURCE_MAP_FOLDER;
}

function rename(root: Directory, { from, to }: Extract<Operation, { type: 'rename' }>, refuse: Refuse): void {
  if (isReserved(from)) throw refuse('reserved_path', 'from');
  const node = found(root, from, () => refuse('not_found', 'from'));
  if (to.startsWith(`${from}/`)) throw refuse('target_inside_source', 'to');
  const place = placed(root, to, (reason) => refuse(reason, 'to'));
  const { taken, name } = place;
  // another case of its own name is no other file
  if (taken && (taken !== node || from === to)) {
    throw refuse(taken.name === name ? 'target_exists' : 'case_conflict', 'to');
  }
  if (isReserved(to)) throw refuse('reserved_path', 'to');
  detach(node);
  attach(node, place);
  if (to.length + lengthBelow(node) > SURELY_SHORT_CHARS && filesBelow(node).some(({ path }) => pathProblem(path))) {
    throw refuse('invalid_path', 'to');
  }
}

function remove(root: Directory, path: string, refuse: Refuse): void {
  if (isReserved(path)) throw refuse('reserved_path', 'path');
  detach(found(root, path, () => refuse('not_found', 'path')));
}

function mkdir(root: Directory, path: string, refuse: Refuse): void {
  const place = placed(root, path, (reason) => refuse(reason, 'path'));
  if (place.taken?.name !== place.name && isReserved(path)) throw refuse('reserved_path', 'path');
  if (!place.taken) return makeDirectory(place);
  if (place.taken.name !== place.name) throw refuse('case_conflict', 'path');
  if (place.taken.kind === 'file') throw refuse('target_exists', 'path');
}

function write(root: Directory, { path, content }: Extract<Operation, { type: 'write' }>, refuse: Refuse): FileNode {
  if (isReserved(path, [README_PATH])) throw refuse('reserved_path', 'path');
  const { taken, parent, name } = placed(root, path, (reason) => refuse(reason, 'path'));
  if (taken && taken.name !== name) throw refuse('case_conflict', 'path');
  if (taken?.kind === 'directory') throw refuse('is_a_directory', 'path');
  const file: FileNode = taken ?? { kind: 'file', name, parent, content, origin: null };
  file.content = content;
  attach(file, { parent, name });
  return file;
}

function found(root: Directory, path: string, missing: () => Error): Node {
  const node = find(root, path);
  if (!node) throw missing();
  return node;
}

function placed(root: Directory, path: string, refused: (reason: OperationReason) => Error): Place {
  const place = placeFor(root, path);
  if (typeof place === 'string') throw refused(place);
  return place;
}
