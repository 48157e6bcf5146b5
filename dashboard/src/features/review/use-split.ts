import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../shared/client.js';
import { textOf } from '../../shared/reader/library.js';
import { placeWatch } from '../../shared/use-place.js';
import { staleSplit } from './sources.js';
import type { Splitting } from './SplitDialog.js';
import type { Additions, Workspace } from './use-additions.js';

/** Splits a file into two, once it is known where: `splitting` is the file that is asked about. */
export function useSplit({ edited, library, place }: Workspace, { addAll, setProblem }: Additions) {
  const queryClient = useQueryClient();
  const [splitting, setSplitting] = useState<Splitting | null>(null);

  async function askSplit(path: string): Promise<void> {
    try {
      setSplitting({ path, text: await textOf(queryClient, library, path), read: edited });
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  function split({ path, read }: Splitting, [first, second]: [string, string], to: string): void {
    setSplitting(null);
    // it may be saved late
    const isStillOpen = placeWatch();
    addAll(
      [
        { type: 'write', path, content: first },
        { type: 'write', path: to, content: second },
      ],
      {
        stale: (now) => staleSplit(read, now, path, to),
        onSaved: () => {
          if (isStillOpen()) place.open({ file: to }, 'choice');
        },
      },
    );
  }

  return { splitting, askSplit, endSplit: () => setSplitting(null), split };
}
