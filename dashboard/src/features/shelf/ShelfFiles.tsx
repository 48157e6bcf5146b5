import { Box } from '@mantine/core';
import type { Shelf } from '../../../../contract/shelf.js';
import { FileTree } from '../../shared/reader/FileTree.js';
import { Finder } from '../../shared/reader/Finder.js';
import { placeOf } from '../../shared/reader/finding-place.js';
import { Findings } from '../../shared/reader/Findings.js';
import { firstFile, type Library } from '../../shared/reader/library.js';
import { editionKey } from '../../shared/shelves.js';
import { type Place, spotOf } from '../../shared/use-place.js';

/** What leads to files: the tree, the outline, a search, the findings. */
export function ShelfFiles({ shelf, library, place }: { shelf: Shelf; library: Library; place: Place }) {
  const open = (file: string) => place.open({ file }, 'choice');
  return (
    <Box h="100%" style={{ display: 'flex', flexDirection: 'column' }}>
      <Finder
        searched={{ shelf: shelf.publicId, queryKey: editionKey(shelf) }}
        label="Search in the shelf"
        onJump={(file, line, page) => place.open({ file, ...spotOf(line, page) }, 'choice')}
      >
        <FileTree
          paths={library.paths}
          facts={library.facts}
          selected={place.file ?? firstFile(library)}
          onSelect={open}
        />
      </Finder>
      <Findings
        findings={shelf.auditFindings ?? []}
        placeOf={(finding) => placeOf(finding, library)}
        onOpen={({ file, page }) => place.open({ file, ...(page !== null && { page }) }, 'choice')}
      />
    </Box>
  );
}
