/** The paths of a shelf as a tree, in the order of the listing. */

/** The path of the tree's root, which no file has. */
export const ROOT = '';

export interface FileNode {
  name: string;
  /** Paths of what a folder holds; null for a file. */
  children: string[] | null;
}

/** Folders and files by path. `folders` are shown though nothing may be in them. */
export function treeOf(paths: readonly string[], folders: readonly string[] = []): Map<string, FileNode> {
  const nodes = new Map<string, FileNode>([[ROOT, { name: '', children: [] }]]);
  for (const path of paths) add(nodes, path, null);
  for (const path of folders) add(nodes, path, []);
  return nodes;
}

function add(nodes: Map<string, FileNode>, path: string, children: string[] | null): void {
  if (nodes.has(path)) return;
  const folder = folderOf(path);
  add(nodes, folder, []);
  nodes.set(path, { name: nameOf(path), children });
  nodes.get(folder)?.children?.push(path);
}

/** The folder that a path is in: ROOT for those at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** The path of a name in a folder. */
export const pathIn = (folder: string, name: string): string => (folder === ROOT ? name : `${folder}/${name}`);

/** Files that the service itself keeps true: they follow from the others. */
export const isKept = (path: string): boolean => /^(metadata\.json|source-map(\.json|\/.*)?)$/i.test(path);
