import type { Shelf } from '../../../../contract/shelf.js';
import type { Library } from '../../shared/reader/library.js';
import { Reader } from '../../shared/reader/Reader.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import type { Place } from '../../shared/use-place.js';
import { ShelfFiles } from './ShelfFiles.js';
import { Waiting } from '../../shared/ui/Waiting.js';

interface Props {
  shelf: Shelf;
  place: Place;
  /** Null while they are not known. */
  library: Library | null;
  error: Error | null;
  onRetry: () => void;
}

/** The files of a shelf beside the pages of its PDF. */
export function ShelfReader({ shelf, place, library, error, onRetry }: Props) {
  if (error) return <ErrorNote error={error} onRetry={onRetry} />;
  if (!library) return <Waiting m="md" h={400} label="Loading the files" />;
  return <Reader library={library} place={place} left={<ShelfFiles shelf={shelf} library={library} place={place} />} />;
}
