import { useMemo } from 'react';
import type { Review } from '../../../../contract/review.js';
import type { Shelf } from '../../../../contract/shelf.js';
import type { Operation } from '../../../../contract/vocabulary.js';
import type { Library } from '../../shared/reader/library.js';
import { addresses } from '../../shared/client.js';
import { fileQuery, sourceMapQuery } from '../../shared/shelves.js';
import { applyOperations } from './operations.js';

/** The draft as the pending operations leave it. */
export function useEdited(shelf: Shelf, { files }: Review, operations: readonly Operation[]) {
  return useMemo(() => {
    const draft = files.map(({ path }) => path);
    const known = new Map(files.map((file) => [file.path, file]));
    const edited = applyOperations(draft, operations);
    const { paths, origins, texts, folders } = edited;
    const facts: Library['facts'] = new Map(
      paths.flatMap((path) => {
        const file = known.get(origins.get(path) ?? '');
        return file && file.title !== null ? [[path, { title: file.title, pages: file.pages }]] : [];
      }),
    );
    const library: Library = {
      paths,
      facts,
      folders,
      text: (path) => fileQuery(shelf, origins.get(path) ?? path),
      localText: (path) => texts.get(path),
      // an edited text has other lines than the source map knows
      sourceMap: (path) =>
        facts.has(path) && !texts.has(path) ? sourceMapQuery(shelf, origins.get(path) ?? path, draft) : null,
      pdfAddress: addresses.source(shelf.publicId),
      pageCount: shelf.pageCount,
    };
    const marks = new Map(
      paths.flatMap((path) => {
        const mark = markOf(path, origins.get(path), texts.has(path));
        return mark === null ? [] : [[path, mark] as const];
      }),
    );
    return { edited, library, marks };
  }, [shelf, files, operations]);
}

function markOf(path: string, origin: string | undefined, written: boolean): string | null {
  if (origin === undefined) return 'new';
  if (written) return 'edited';
  return origin === path ? null : 'moved';
}
