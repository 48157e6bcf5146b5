import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Shelf } from '../../../contract/shelf.js';
import { addresses, ApiError } from './client.js';
import { POLL_MS, shelfQuery } from './shelves.js';

/** A browser gives up a stream that was answered with an error (a limit, a proxy): it is reopened after this. */
const REOPEN_MS = 15_000;
/** How often a shelf that rests is asked for while no stream tells of it. */
const LOST_POLL_MS = 3 * POLL_MS;

/** The shelf as it is: by its event stream, and by polling while that is not open. */
export function useLiveShelf(id: string) {
  const queryClient = useQueryClient();
  const [isLost, setLost] = useState(false);
  const [openings, setOpenings] = useState(0);
  const { refetchInterval } = shelfQuery(id);
  const query = useQuery({
    ...shelfQuery(id),
    refetchInterval: (asked) => {
      const usual = typeof refetchInterval === 'function' ? refetchInterval(asked) : false;
      return usual === false && isLost && !isRefused(asked.state.error) ? LOST_POLL_MS : usual;
    },
  });
  // the query reports a refusal: an event stream hides it
  const isKnown = query.data !== undefined && !isRefused(query.error);
  useEffect(() => {
    if (!isKnown) return undefined;
    let reopening: ReturnType<typeof setTimeout> | undefined;
    const stream = new EventSource(addresses.events(id));
    stream.addEventListener('open', () => setLost(false));
    stream.addEventListener('error', () => {
      setLost(true);
      if (stream.readyState === EventSource.CLOSED)
        reopening = setTimeout(() => setOpenings((count) => count + 1), REOPEN_MS);
    });
    stream.addEventListener('shelf', ({ data }: MessageEvent<string>) => {
      const received = JSON.parse(data) as Shelf;
      queryClient.setQueryData(shelfQuery(id).queryKey, (old) =>
        old && old.updatedAt > received.updatedAt ? old : received,
      );
    });
    stream.addEventListener('deleted', () => void queryClient.invalidateQueries({ queryKey: shelfQuery(id).queryKey }));
    return () => {
      clearTimeout(reopening);
      stream.close();
    };
  }, [id, isKnown, openings, queryClient]);
  return query;
}

/** No session, or no such shelf: asking again changes nothing. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 404);
