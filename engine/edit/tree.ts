/** A shelf's files as directories, which operations move by changing one name: what is below moves with it. */
import type { ShelfFile } from '../shelf.js';

export interface FileNode {
  kind: 'file';
  name: string;
  parent: Directory;
  content: string;
  /** Its path and text before all operations; null for a file that was not there. */
  origin: ShelfFile | null;
}

export interface Directory {
  kind: 'directory';
  name: string;
  parent: Directory | null;
  /** Its path before all operations; null for one that was not there. */
  before: string | null;
  /** By lower-case name: no two may differ in case alone. */
  children: Map<string, Node>;
}

export type Node = FileNode | Directory;

const nameKey = (name: string): string => name.toLowerCase();

const directory = (name: string, parent: Directory | null): Directory => ({
  kind: 'directory',
  name,
  parent,
  before: null,
  children: new Map(),
});

export function treeOf(files: readonly ShelfFile[]): Directory {
  const root = directory('', null);
  for (const file of files) {
    const at = placeFor(root, file.path);
    if (typeof at === 'string') throw new Error('Two files of the shelf have paths that cannot be together');
    attach({ kind: 'file', name: at.name, parent: at.parent, content: file.content, origin: file }, at);
  }
  for (const { path, node } of directoriesBelow(root)) node.before = path;
  return root;
}

/** What has exactly this path. */
export function find(root: Directory, path: string): Node | undefined {
  let node: Node | undefined = root;
  for (const name of path.split('/')) {
    if (node?.kind !== 'directory') return undefined;
    const child: Node | undefined = node.children.get(nameKey(name));
    node = child?.name === name ? child : undefined;
  }
  return node;
}

/** Where something can be put, and what has that name, maybe in other case, already. */
export interface Place {
  parent: Directory;
  name: string;
  taken: Node | undefined;
}

/** The place with this path, its directories made where they are missing; else why there can be none. */
export function placeFor(root: Directory, path: string): Place | 'not_a_directory' | 'case_conflict' {
  const names = path.split('/');
  const name = names.pop()!;
  let parent = root;
  for (const step of names) {
    let child = parent.children.get(nameKey(step));
    if (child && child.name !== step) return 'case_conflict';
    if (child?.kind === 'file') return 'not_a_directory';
    if (!child) {
      child = directory(step, parent);
      parent.children.set(nameKey(step), child);
    }
    parent = child;
  }
  return { parent, name, taken: parent.children.get(nameKey(name)) };
}

export function makeDirectory({ parent, name }: Place): void {
  attach(directory(name, parent), { parent, name });
}

/** Puts a node, which is nowhere else, in its place. */
export function attach(node: Node, { parent, name }: Pick<Place, 'parent' | 'name'>): void {
  node.name = name;
  node.parent = parent;
  parent.children.set(nameKey(name), node);
}

export function detach(node: Node): void {
  node.parent?.children.delete(nameKey(node.name));
}

/** A node that was detached has the path that it had then. */
export function pathOf(node: Node): string {
  const names: string[] = [];
  for (let at: Node | null = node; at?.parent; at = at.parent) names.push(at.name);
  return names.toReversed().join('/');
}

/** Every file below, with its path; in no order. */
export function filesBelow(node: Node): { path: string; node: FileNode }[] {
  return below(node).flatMap(({ path, node: one }) => (one.kind === 'file' ? [{ path, node: one }] : []));
}

/** Every directory below, with its path. */
export function directoriesBelow(node: Node): { path: string; node: Directory }[] {
  return below(node).flatMap(({ path, node: one }) =>
    one.kind === 'directory' && one !== node ? [{ path, node: one }] : [],
  );
}

/** The node and all that is below it. */
export function below(node: Node): { path: string; node: Node }[] {
  const found: { path: string; node: Node }[] = [];
  const visit = (at: Node, path: string): void => {
    found.push({ path, node: at });
    if (at.kind === 'file') return;
    for (const child of at.children.values()) visit(child, path === '' ? child.name : `${path}/${child.name}`);
  };
  visit(node, pathOf(node));
  return found;
}

/** Takes out the directories that hold no file. */
export function prune(directory: Directory): void {
  for (const child of directory.children.values()) {
    if (child.kind === 'file') continue;
    prune(child);
    if (child.children.size === 0) detach(child);
  }
}

/** Characters by which the longest path below is longer than the node's own. */
export function lengthBelow(node: Node): number {
  if (node.kind === 'file') return 0;
  let longest = 0;
  for (const child of node.children.values()) longest = Math.max(longest, 1 + child.name.length + lengthBelow(child));
  return longest;
}
