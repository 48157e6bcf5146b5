import {
  buildProxiedInstance,
  dragAndDropFeature,
  hotkeysCoreFeature,
  type ItemInstance,
  selectionFeature,
  syncDataLoaderFeature,
} from '@headless-tree/core';
import { AssistiveTreeDescription, useTree } from '@headless-tree/react';
import { Box } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { FileFacts } from './library.js';
import { type FileNode, ROOT, treeOf } from './tree.js';

interface Props {
  paths: readonly string[];
  folders?: readonly string[];
  facts: ReadonlyMap<string, FileFacts>;
  /** The open file. */
  selected: string | null;
  onSelect: (path: string) => void;
  editing?: TreeEditing;
}

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

const ROW_PIXELS = 28;
const INDENT_PIXELS = 14;
/** More would be unfolded than a person can use, and each row costs time. */
const MAX_UNFOLDED = 200;

/** The files of a shelf in reading order. Only rows in sight are in the page. */
export function FileTree({ paths, folders, facts, selected, onSelect, editing }: Props) {
  const nodes = useMemo(() => treeOf(paths, folders), [paths, folders]);
  const scroll = useRef<HTMLDivElement>(null);
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
    scrollToItem: (item) => virtual.scrollToIndex(item.getItemMeta().index),
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
  const items = tree.getItems();
  const focused = items.findIndex((item) => item.isFocused());
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PIXELS,
    overscan: 12,
    // the focused row stays in the page, or the keyboard would lose its place
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(0, focused)])].sort((a, b) => a - b),
  });
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const item = items[focused];
    if (!item) return;
    if (key === 'F2' || key === 'Delete') editing?.onKey(key, item.getId());
    // the tree itself knows the arrows only
    if (key === 'Enter') activate(item);
  };
  return (
    <Box h="100%" style={{ display: 'flex', flexDirection: 'column' }}>
      <AssistiveTreeDescription tree={tree} />
      <div ref={scroll} style={{ overflow: 'auto', flex: 1 }}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is tree */}
        <div
          {...tree.getContainerProps('Files')}
          onKeyDown={onKeyDown}
          style={{ height: virtual.getTotalSize(), position: 'relative', outline: 'none' }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            if (!item) return null;
            const path = item.getId();
            return (
              <Row
                key={path}
                item={item}
                top={start}
                title={facts.get(path)?.title ?? null}
                selected={path === selected}
                mark={editing?.marks.get(path)}
              />
            );
          })}
        </div>
      </div>
    </Box>
  );
}

/** What a click does: opens a file, folds a folder. */
function activate(item: ItemInstance<FileNode>): void {
  item.primaryAction();
  if (!item.isFolder()) return;
  if (item.isExpanded()) item.collapse();
  else item.expand();
}

interface RowProps {
  item: ItemInstance<FileNode>;
  top: number;
  title: string | null;
  selected: boolean;
  mark: string | undefined;
}

function Row({ item, top, title, selected, mark }: RowProps) {
  const isFolder = item.isFolder();
  return (
    <Box
      {...item.getProps()}
      aria-label={mark === undefined ? item.getItemName() : `${item.getItemName()} ${mark}`}
      aria-selected={selected}
      title={title === null ? item.getId() : `${title} (${item.getId()})`}
      className="tree-row"
      data-drop={item.isDragTarget() || undefined}
      style={{
        top,
        height: ROW_PIXELS,
        lineHeight: `${ROW_PIXELS}px`,
        paddingInlineStart: 8 + INDENT_PIXELS * item.getItemMeta().level,
        fontWeight: isFolder ? 600 : undefined,
      }}
    >
      <span aria-hidden>{isFolder ? (item.isExpanded() ? '▾ ' : '▸ ') : ''}</span>
      <bdi>{item.getItemName()}</bdi>
      {mark === undefined ? null : <small className="tree-mark"> {mark}</small>}
    </Box>
  );
}
