/** The files that a reader shows, wherever they come from: a shelf, a version of it, a draft with changes. */
import type { QueryClient } from '@tanstack/react-query';
import type { MapQuery, TextQuery } from '../shelves.js';

export interface FileFacts {
  title: string | null;
  /** First and last page of the PDF. */
  pages: readonly number[] | null;
}

export interface Library {
  /** In reading order. */
  paths: readonly string[];
  /** Of files that hold content. */
  facts: ReadonlyMap<string, FileFacts>;
  /** Empty folders that are shown as well. */
  folders?: readonly string[];
  text: (path: string) => TextQuery;
  /** A text that is not on the server yet. */
  localText?: (path: string) => string | undefined;
  /** Where the blocks of a file are on the pages; null where nobody knows. */
  sourceMap: (path: string) => MapQuery | null;
  pdfAddress: string;
  pageCount: number | null;
}

/** The file that is shown when the address names none: the first with content. */
export const firstFile = ({ paths, facts }: Pick<Library, 'paths' | 'facts'>): string | null =>
  paths.find((path) => facts.has(path)) ?? paths[0] ?? null;

/** A file's text, asked for unless it is known. */
export async function textOf(queryClient: QueryClient, library: Library, path: string): Promise<string> {
  const { queryFn, ...query } = library.text(path);
  return library.localText?.(path) ?? queryClient.fetchQuery({ ...query, ...(queryFn && { queryFn }) });
}
