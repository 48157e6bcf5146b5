/** Shelves as queries. One prefix (`['shelf', id]`) covers all that is known of a shelf. */
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { Shelf } from '../../../contract/shelf.js';
import type { Metadata, SourceMap } from '../../../contract/tree.js';
import { isOpen } from '../../../contract/vocabulary.js';
import { api } from './client.js';

/** Queries of files, whose keys differ with where the files come from. */
export type TextQuery = Pick<UseQueryOptions<string>, 'queryKey' | 'queryFn' | 'staleTime'>;
export type MapQuery = Pick<UseQueryOptions<SourceMap>, 'queryKey' | 'queryFn' | 'staleTime' | 'select'>;

export const PAGE_SIZE = 50;
/** How often lists and shelves at work are asked for while no stream tells of them. */
export const POLL_MS = 3000;

const AT_WORK = new Set<Shelf['status']>(['uploading', 'parsing', 'structuring', 'verifying']);
export const isAtWork = ({ status }: Pick<Shelf, 'status'>): boolean => AT_WORK.has(status);
/**
 * Its files can be read: the published ones, or those of the draft. While another PDF is at work, or when that has failed,
 * the service gives none, though there are versions.
 */
export const hasFiles = ({ status }: Pick<Shelf, 'status'>): boolean => isOpen('readContent', status);

/** A list of shelves by the parameters of contract/shelf-list.ts. */
export type ListedBy = Parameters<typeof api.listShelves>[0];

export const shelvesQuery = (listed: ListedBy) =>
  queryOptions({
    queryKey: ['shelves', listed],
    queryFn: ({ signal }) => api.listShelves(listed, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isAtWork) ? POLL_MS : 10 * POLL_MS),
  });

export const shelfQuery = (id: string) =>
  queryOptions({
    queryKey: ['shelf', id],
    queryFn: ({ signal }) => api.getShelf({ id }, { signal }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? POLL_MS : false),
  });

/** What the files of a shelf depend on: their queries have it in their keys, so that a new version is fetched. */
export type Edition = Pick<Shelf, 'publicId' | 'status' | 'currentVersionNumber' | 'updatedAt'>;

/** Begins the keys of all that is read of the files. */
export const editionKey = ({ publicId, status, currentVersionNumber, updatedAt }: Edition) =>
  ['shelf', publicId, 'files', status === 'review' ? updatedAt : currentVersionNumber] as const;

export const listingQuery = (shelf: Edition) =>
  queryOptions({
    queryKey: [...editionKey(shelf), 'listing'],
    queryFn: ({ signal }) => api.listFiles({ id: shelf.publicId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const fileQuery = (shelf: Edition, path: string): TextQuery => ({
  queryKey: [...editionKey(shelf), 'text', path],
  queryFn: ({ signal }) => api.readFile({ id: shelf.publicId, filePath: path }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const metadataQuery = (shelf: Edition) =>
  queryOptions({
    queryKey: [...editionKey(shelf), 'metadata'],
    queryFn: async ({ signal }) =>
      JSON.parse(await api.readFile({ id: shelf.publicId, filePath: 'metadata.json' }, { signal })) as Metadata,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The file with the places of a file's blocks: large shelves have one for each file (contract/tree.ts). */
export const mapName = (path: string, paths: readonly string[]): string =>
  paths.includes('source-map.json') ? 'source-map.json' : `source-map/${path.replace(/\.md$/, '')}.json`;

/** The places of a file's blocks. */
export const sourceMapQuery = (shelf: Edition, path: string, paths: readonly string[]): MapQuery => {
  const name = mapName(path, paths);
  return {
    queryKey: [...editionKey(shelf), 'source-map', name],
    queryFn: async ({ signal }) =>
      JSON.parse(await api.readFile({ id: shelf.publicId, filePath: name }, { signal })) as SourceMap,
    select: (entries) => entries.filter((entry) => entry.path === path),
    staleTime: Number.POSITIVE_INFINITY,
  };
};
