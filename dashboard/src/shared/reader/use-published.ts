import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Shelf } from '../../../../contract/shelf.js';
import { addresses } from '../client.js';
import { fileQuery, listingQuery, metadataQuery, sourceMapQuery } from '../shelves.js';
import type { Library } from './library.js';

/**
 * Of the version that is shown, so that the viewer opens another document when a new PDF is published: it fetches pages as
 * they are shown, and those of two documents do not go together.
 */
const pdfAddressOf = ({ publicId, status, currentVersionNumber }: Shelf): string =>
  status === 'ready' && currentVersionNumber !== null
    ? addresses.source(publicId, currentVersionNumber)
    : addresses.source(publicId);

/** The files of a shelf as they are published; null until they are known. */
export function usePublished(shelf: Shelf): { library: Library | null; error: Error | null; refetch: () => void } {
  const listing = useQuery(listingQuery(shelf));
  const metadata = useQuery(metadataQuery(shelf));
  const library = useMemo((): Library | null => {
    if (!listing.data || (!metadata.data && !metadata.error)) return null;
    const { paths } = listing.data;
    const facts = new Map(
      (metadata.data?.files ?? []).map(({ path, title, pages }) => [path, { title, pages: pages ?? null }]),
    );
    return {
      paths,
      facts,
      text: (path) => fileQuery(shelf, path),
      sourceMap: (path) => (facts.has(path) ? sourceMapQuery(shelf, path, paths) : null),
      pdfAddress: pdfAddressOf(shelf),
      pageCount: shelf.pageCount,
    };
  }, [listing.data, metadata.data, metadata.error, shelf]);
  return { library, error: listing.error, refetch: () => void listing.refetch() };
}
