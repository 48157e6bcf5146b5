/** The paths of a shelf as a tree, in the order of the listing. */

/** The path of the tree's root, which no file has. */
export const ROOT = '';

export interface FileNode {
  name: string;
  /** Paths of what a folder holds; null for a file. */
  children: string[] | null;
}

/** Folders and files by path. */
export function treeOf(paths: readonly string[]): Map<string, FileNode> {
  const nodes = new Map<string, FileNode>([[ROOT, { name: '', children: [] }]]);
  for (const path of paths) add(nodes, path, null);
  return nodes;
}

function add(nodes: Map<string, FileNode>, path: string, children: string[] | null): void {
  if (nodes.has(path)) return;
  const slash = path.lastIndexOf('/');
  const folder = slash < 0 ? ROOT : path.slice(0, slash);
  add(nodes, folder, []);
  nodes.set(path, { name: path.slice(slash + 1), children });
  nodes.get(folder)?.children?.push(path);
}
