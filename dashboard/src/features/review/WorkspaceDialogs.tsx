import { lazyDialog } from '../../shared/ui/lazy-dialog.js';
import type { Place } from '../../shared/use-place.js';
import type { Edited } from './operations.js';
import type { useCommands } from './use-commands.js';

const PathDialog = lazyDialog(() => import('./PathDialogs.js'));
const SplitDialog = lazyDialog(() => import('./SplitDialog.js'));

interface Props {
  commands: ReturnType<typeof useCommands>;
  edited: Edited;
  place: Place;
}

/** What is asked before a command is carried out. */
export function WorkspaceDialogs({ commands, edited, place: { file, line } }: Props) {
  const { asked, ask, add, splitting, split, endSplit } = commands;
  return (
    <>
      {splitting === null ? null : (
        <SplitDialog
          splitting={splitting}
          line={splitting.path === file ? line : null}
          edited={edited}
          onClose={endSplit}
          onDone={split}
        />
      )}
      {asked === null ? null : <PathDialog asked={asked} edited={edited} onClose={() => ask(null)} onDone={add} />}
    </>
  );
}
