import { Button, Group } from '@mantine/core';
import type { Asked } from './PathDialogs.js';
import { isReserved } from './operations.js';
import { typedHint } from './sources.js';

interface Props {
  /** The file or folder that is chosen. */
  current: string | null;
  isFile: boolean;
  isSaving: boolean;
  onAsk: (asked: Asked) => void;
  onNewFolder: () => void;
  onDelete: (path: string) => void;
  onEdit: (path: string) => void;
  onSplit: (path: string) => void;
  /** The file that the chosen one can be joined to. */
  before: string | null;
  /** Texts typed into files and not saved yet, by path. */
  typed: ReadonlyMap<string, unknown>;
  onJoin: (path: string, before: string) => void;
}

/** What can be done to the chosen file or folder. */
export function TreeTools(props: Props) {
  const { current, isFile, isSaving, onAsk, onNewFolder, onDelete, onEdit, onSplit, before, typed, onJoin } = props;
  const path = current ?? '';
  const splitHint = typedHint(typed, [current]);
  const joinHint = typedHint(typed, [current, before]);
  const isFixed = current === null || isReserved(path);
  // texts are read before they are joined or split
  const isDisabled = isSaving || isFixed;
  const tool = { size: 'compact-xs', variant: 'default' } as const;
  return (
    <Group gap={6} p="xs" role="toolbar" aria-label={current === null ? 'Changes' : `Changes of ${path}`}>
      <Button {...tool} disabled={isSaving || !isFile || isReserved(path, 'write')} onClick={() => onEdit(path)}>
        Edit
      </Button>
      <Button {...tool} disabled={isFixed} onClick={() => onAsk({ what: 'rename', path })}>
        Rename
      </Button>
      <Button {...tool} disabled={isFixed} onClick={() => onAsk({ what: 'move', path })}>
        Move to…
      </Button>
      <Button
        {...tool}
        disabled={isDisabled || before === null || joinHint !== null}
        title={before === null ? undefined : (joinHint ?? `Append the text of ${path} to ${before}`)}
        onClick={() => before !== null && onJoin(path, before)}
      >
        Join to previous
      </Button>
      <Button
        {...tool}
        disabled={isDisabled || !isFile || !path.endsWith('.md') || splitHint !== null}
        title={splitHint ?? undefined}
        onClick={() => onSplit(path)}
      >
        Split…
      </Button>
      <Button {...tool} disabled={isFixed} onClick={() => onDelete(path)}>
        Delete
      </Button>
      <Button {...tool} onClick={onNewFolder}>
        New folder
      </Button>
    </Group>
  );
}
