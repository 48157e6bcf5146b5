import {
  buildProxiedInstance,
  dragAndDropFeature,
  hotkeysCoreFeature,
  selectionFeature,
  syncDataLoaderFeature,
} from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { useEffect, useMemo, useRef } from 'react';
import { type FileNode, ROOT, treeOf } from './tree.js';

/** More would be unfolded than a person can use, and each row costs time. */
const MAX_UNFOLDED = 200;

export interface TreeEditing {
  /** The file or folder that commands are about. */
  onCurrent: (path: string) => void;
  /** Something was dragged into a folder, or to the top (ROOT). */
  onMove: (path: string, folder: string) => void;
  /** F2 and Delete on a row. */
  onKey: (key: 'F2' | 'Delete', path: string) => void;
  /** What a row says besides its name: "new", "edited". */
  marks: ReadonlyMap<string, string>;
}

interface Handlers {
  onSelect: (path: string) => void;
  /** Shows the row with this number. */
  scrollTo: (index: number) => void;
  editing: TreeEditing | undefined;
}

/** The tree of the paths, unfolded, which follows them as they change. */
export function useFileTree(
  { paths, folders }: { paths: readonly string[]; folders: readonly string[] | undefined },
  { onSelect, scrollTo, editing }: Handlers,
) {
  const nodes = useMemo(() => treeOf(paths, folders), [paths, folders]);
  const unfolded = useMemo(
    () => [...nodes].filter(([, { children }]) => children !== null).map(([path]) => path),
    [nodes],
  );
  const tree = useTree<FileNode>({
    instanceBuilder: buildProxiedInstance,
    rootItemId: ROOT,
    initialState: { expandedItems: unfolded.slice(0, MAX_UNFOLDED) },
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().children !== null,
    onPrimaryAction: (item) => {
      editing?.onCurrent(item.getId());
      if (item.getItemData().children === null) onSelect(item.getId());
    },
    dataLoader: {
      getItem: (path) => nodes.get(path) ?? { name: '', children: null },
      getChildren: (path) => nodes.get(path)?.children ?? [],
    },
    scrollToItem: (item) => scrollTo(item.getItemMeta().index),
    canReorder: false,
    canDrag: () => editing !== undefined,
    canDrop: ([item], { item: target }) => item !== undefined && item.getParent()?.getId() !== target.getId(),
    onDrop: ([item], { item: target }) => {
      if (item) editing?.onMove(item.getId(), target.getId());
    },
    features: [syncDataLoaderFeature, selectionFeature, hotkeysCoreFeature, dragAndDropFeature],
  });
  const known = useRef<ReadonlySet<string>>(new Set(unfolded));
  useEffect(() => {
    tree.rebuildTree();
    // what has just been made or moved is seen
    const made = unfolded.filter((path) => path !== ROOT && !known.current.has(path));
    known.current = new Set(unfolded);
    for (const path of made.slice(0, MAX_UNFOLDED)) tree.getItemInstance(path).expand();
  }, [nodes, unfolded, tree]);
  return tree;
}
