import { Box } from '@mantine/core';
import { useState } from 'react';
import type { PendingOperations } from '../../../../contract/review.js';
import type { Shelf } from '../../../../contract/shelf.js';
import { FileTree } from '../../shared/reader/FileTree.js';
import { Finder, type Jump } from '../../shared/reader/Finder.js';
import { placeOf } from '../../shared/reader/finding-place.js';
import { Findings } from '../../shared/reader/Findings.js';
import { firstFile, type Library } from '../../shared/reader/library.js';
import { editionKey } from '../../shared/shelves.js';
import type { TreeEditing } from '../../shared/reader/use-file-tree.js';
import { type Spot, spotOf } from '../../shared/use-place.js';
import { type Edited, isThere, pathOf } from './operations.js';
import { fileBefore } from './join.js';
import { PendingList } from './PendingList.js';
import { TreeTools } from './TreeTools.js';
import type { useCommands } from './use-commands.js';

interface Props {
  shelf: Shelf;
  pending: PendingOperations;
  library: Library;
  edited: Edited;
  marks: ReadonlyMap<string, string>;
  commands: ReturnType<typeof useCommands>;
  /** Texts typed into files and not saved yet, by path. */
  typed: ReadonlyMap<string, unknown>;
  /** The file that the address names. */
  file: string | null;
  isSaving: boolean;
  open: (file: string, at?: Spot) => void;
  edit: (file: string) => void;
}

/** The file or folder that commands are about: the open file until another one is chosen. */
function useChosen(path: string | null, { edited, open }: Pick<Props, 'edited' | 'open'>) {
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = (to: string, at?: Spot) => {
    setChosen(to);
    open(to, at);
  };
  /** Search and outline know the draft: a file may have moved since, and the lines of an edited one too. */
  const jump: Jump = (from, line, page) => {
    const to = pathOf(edited, from);
    choose(to, edited.texts.has(to) ? {} : spotOf(line, page));
  };
  // what was chosen may have been moved or deleted since
  const current = chosen !== null && isThere(edited, chosen) ? chosen : path;
  return { current, setChosen, choose, jump };
}

/** The tree as the pending changes leave it, what can be done to it, and the changes. */
export function WorkspaceFiles(props: Props) {
  const { shelf, pending, library, edited, marks, commands } = props;
  const { typed, file, isSaving, open, edit } = props;
  const { ask, add, undo, move, join, askSplit, newFolder } = commands;
  const path = file ?? firstFile(library);
  const { current, setChosen, choose, jump } = useChosen(path, { edited, open });
  const before = current === null ? null : fileBefore(library.paths, current);
  const remove = (at: string) => add({ type: 'delete', path: at });
  const editing: TreeEditing = {
    marks,
    onCurrent: setChosen,
    onMove: move,
    onKey: (key, at) => (key === 'F2' ? ask({ what: 'rename', path: at }) : remove(at)),
  };
  return (
    <Box h="100%" style={{ display: 'flex', flexDirection: 'column' }}>
      <TreeTools
        current={current}
        isFile={current !== null && library.paths.includes(current)}
        isSaving={isSaving}
        onAsk={ask}
        onNewFolder={() => newFolder(current)}
        onDelete={remove}
        onEdit={edit}
        onSplit={(at) => void askSplit(at)}
        before={before}
        typed={typed}
        onJoin={(from, to) => void join(from, to)}
      />
      <Finder
        searched={{ shelf: shelf.publicId, queryKey: editionKey(shelf) }}
        label="Search in the draft"
        note={edited.texts.size > 0 ? 'Edits are found here once they are approved.' : undefined}
        onJump={jump}
      >
        <FileTree
          paths={library.paths}
          folders={edited.folders}
          facts={library.facts}
          selected={path}
          onSelect={(at) => choose(at)}
          editing={editing}
        />
      </Finder>
      <PendingList pending={pending} isSaving={isSaving} onUndo={undo} />
      <Findings
        findings={shelf.auditFindings ?? []}
        // they name the files of the draft, which may have moved since
        placeOf={(finding) => placeOf(finding, library, (draft) => pathOf(edited, draft))}
        onOpen={({ file: at, page }) => choose(at, page === null ? {} : { page })}
      />
    </Box>
  );
}
