import { Box, Skeleton } from '@mantine/core';
import type { Shelf } from '../../../../contract/shelf.js';
import { FileTree } from '../../shared/reader/FileTree.js';
import { Findings } from '../../shared/reader/Findings.js';
import { firstFile } from '../../shared/reader/library.js';
import { Reader } from '../../shared/reader/Reader.js';
import { usePublished } from '../../shared/reader/use-published.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { usePlace } from '../../shared/use-place.js';

/** The files of a shelf beside the pages of its PDF. */
export function ShelfReader({ shelf }: { shelf: Shelf }) {
  const place = usePlace();
  const { library, error, refetch } = usePublished(shelf);
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!library) return <Skeleton m="md" h={400} aria-label="Loading the files" />;
  const open = (file: string) => place.open({ file }, 'choice');
  const left = (
    <Box h="100%" style={{ display: 'flex', flexDirection: 'column' }}>
      <Box style={{ flex: 1, minHeight: 0 }}>
        <FileTree
          paths={library.paths}
          facts={library.facts}
          selected={place.file ?? firstFile(library)}
          onSelect={open}
        />
      </Box>
      <Findings findings={shelf.auditFindings ?? []} onOpen={open} />
    </Box>
  );
  return <Reader library={library} place={place} left={left} />;
}
