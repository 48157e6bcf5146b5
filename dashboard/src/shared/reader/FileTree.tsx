import type { ItemInstance } from '@headless-tree/core';
import { AssistiveTreeDescription } from '@headless-tree/react';
import { Box } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef } from 'react';
import type { FileFacts } from './library.js';
import type { FileNode } from './tree.js';
import { type TreeEditing, useFileTree } from './use-file-tree.js';

interface Props {
  paths: readonly string[];
  folders?: readonly string[];
  facts: ReadonlyMap<string, FileFacts>;
  /** The open file. */
  selected: string | null;
  onSelect: (path: string) => void;
  editing?: TreeEditing;
}

const ROW_PIXELS = 28;
const INDENT_PIXELS = 14;

/** The files of a shelf in reading order. Only rows in sight are in the page. */
export function FileTree({ paths, folders, facts, selected, onSelect, editing }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const scrollTo = (index: number) => virtual.scrollToIndex(index);
  const tree = useFileTree({ paths, folders }, { onSelect, scrollTo, editing });
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
