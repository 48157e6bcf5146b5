import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../shared/client.js';
import { textOf } from '../../shared/reader/library.js';
import { joinedText } from './join.js';
import { staleSource } from './sources.js';
import type { Additions, Workspace } from './use-additions.js';

/** Appends a file's text to the file before it, which it should have been a part of. */
export function useJoin({ edited, library, place }: Workspace, { addAll, setProblem }: Additions) {
  const queryClient = useQueryClient();
  return async (path: string, to: string): Promise<void> => {
    try {
      const [first, second] = await Promise.all([to, path].map((one) => textOf(queryClient, library, one)));
      addAll(
        [
          { type: 'write', path: to, content: joinedText(first ?? '', second ?? '') },
          { type: 'delete', path },
        ],
        {
          stale: (now) => staleSource(edited, now, [to, path]),
          onSaved: () => place.open({ file: to }),
        },
      );
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
}
