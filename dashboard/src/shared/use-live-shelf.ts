import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Shelf } from '../../../contract/shelf.js';
import { addresses } from './client.js';
import { shelfQuery } from './shelves.js';

/** The shelf as it is: by its event stream, and by polling while that is not open. */
export function useLiveShelf(id: string) {
  const queryClient = useQueryClient();
  const query = useQuery(shelfQuery(id));
  const known = query.data !== undefined;
  useEffect(() => {
    // a refusal (401, 404) is told by the query: an event stream hides it
    if (!known) return undefined;
    const stream = new EventSource(addresses.events(id));
    const { queryKey } = shelfQuery(id);
    stream.addEventListener('shelf', ({ data }: MessageEvent<string>) => {
      const told = JSON.parse(data) as Shelf;
      queryClient.setQueryData(queryKey, (old) => (old && old.updatedAt > told.updatedAt ? old : told));
    });
    stream.addEventListener('deleted', () => void queryClient.invalidateQueries({ queryKey }));
    return () => stream.close();
  }, [id, known, queryClient]);
  return query;
}
