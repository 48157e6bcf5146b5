import { Box } from '@mantine/core';
import {
  type ItemInstance,
  buildProxiedInstance,
  hotkeysCoreFeature,
  selectionFeature,
  syncDataLoaderFeature,
} from '@headless-tree/core';
import { AssistiveTreeDescription, useTree } from '@headless-tree/react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { type FileNode, ROOT, treeOf } from './tree.js';

interface Props {
  paths: readonly string[];
  /** Titles of files by path, where they have one. */
  titles: ReadonlyMap<string, string>;
  selected: string | null;
  onSelect: (path: string) => void;
}

const ROW_PIXELS = 28;
const INDENT_PIXELS = 14;

/** The files of a shelf in reading order. Only rows in sight are in the page. */
export function FileTree({ paths, titles, selected, onSelect }: Props) {
  const nodes = useMemo(() => treeOf(paths), [paths]);
  const scroll = useRef<HTMLDivElement>(null);
  const folders = useMemo(() => [...nodes].filter(([, { children }]) => children !== null).map(([path]) => path), [nodes]);
  const tree = useTree<FileNode>({
    instanceBuilder: buildProxiedInstance,
    rootItemId: ROOT,
    initialState: { expandedItems: folders.slice(0, 200) },
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().children !== null,
    onPrimaryAction: (item) => {
      if (item.getItemData().children === null) onSelect(item.getId());
    },
    dataLoader: {
      getItem: (path) => nodes.get(path) ?? { name: '', children: null },
      getChildren: (path) => nodes.get(path)?.children ?? [],
    },
    scrollToItem: (item) => virtual.scrollToIndex(item.getItemMeta().index),
    features: [syncDataLoaderFeature, selectionFeature, hotkeysCoreFeature],
  });
  useEffect(() => tree.rebuildTree(), [nodes, tree]);
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
  return (
    <Box h="100%" style={{ display: 'flex', flexDirection: 'column' }}>
      <AssistiveTreeDescription tree={tree} />
      <div ref={scroll} style={{ overflow: 'auto', flex: 1 }}>
        <div
          {...tree.getContainerProps('Files')}
          style={{ height: virtual.getTotalSize(), position: 'relative', outline: 'none' }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            return item ? (
              <Row key={item.getId()} item={item} top={start} title={titles.get(item.getId())} selected={item.getId() === selected} />
            ) : null;
          })}
        </div>
      </div>
    </Box>
  );
}

interface RowProps {
  item: ItemInstance<FileNode>;
  top: number;
  title: string | undefined;
  selected: boolean;
}

function Row({ item, top, title, selected }: RowProps) {
  const isFolder = item.isFolder();
  return (
    <Box
      {...item.getProps()}
      aria-selected={selected}
      title={title === undefined ? item.getId() : `${title} (${item.getId()})`}
      style={{
        position: 'absolute',
        top,
        insetInline: 0,
        height: ROW_PIXELS,
        lineHeight: `${ROW_PIXELS}px`,
        paddingInlineStart: 8 + INDENT_PIXELS * item.getItemMeta().level,
        cursor: 'pointer',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        fontSize: 'var(--mantine-font-size-sm)',
        fontWeight: isFolder ? 600 : undefined,
        background: selected ? 'var(--mantine-primary-color-light)' : undefined,
      }}
    >
      <span aria-hidden>{isFolder ? (item.isExpanded() ? '▾ ' : '▸ ') : ''}</span>
      <bdi>{item.getItemName()}</bdi>
    </Box>
  );
}
