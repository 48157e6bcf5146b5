import { Box, CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Shelf } from '../../../../contract/shelf.js';
import { FileTree } from '../../shared/reader/FileTree.js';
import { Findings } from '../../shared/reader/Findings.js';
import { firstFile, type Library } from '../../shared/reader/library.js';
import type { Place } from '../../shared/use-place.js';
import { OutlineList } from './OutlineList.js';
import { SearchHits } from './SearchHits.js';

const TYPING_MS = 300;

/** What leads to files: the tree, the outline, a search, the findings. */
export function ShelfFiles({ shelf, library, place }: { shelf: Shelf; library: Library; place: Place }) {
  const [view, setView] = useState('Files');
  const [term, setTerm] = useState('');
  const [asked] = useDebouncedValue(term.trim(), TYPING_MS);
  const open = (file: string) => place.open({ file }, 'choice');
  const jump = (file: string, line: number, page: number | null) =>
    place.open({ file, line, ...(page !== null && { page }) }, 'choice');
  return (
    <Box h="100%" style={{ display: 'flex', flexDirection: 'column' }}>
      <Box p="xs">
        <TextInput
          size="xs"
          aria-label="Search in the shelf"
          placeholder="Search in the shelf"
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
          rightSection={
            term === '' ? null : <CloseButton size="xs" aria-label="End the search" onClick={() => setTerm('')} />
          }
        />
        {term === '' ? (
          <SegmentedControl
            fullWidth
            size="xs"
            mt="xs"
            aria-label="List"
            data={['Files', 'Outline']}
            value={view}
            onChange={setView}
          />
        ) : null}
      </Box>
      <Box style={{ flex: 1, minHeight: 0 }}>
        {term !== '' ? (
          <SearchHits shelf={shelf} term={asked} onJump={jump} />
        ) : view === 'Outline' ? (
          <OutlineList shelf={shelf} onJump={jump} />
        ) : (
          <FileTree
            paths={library.paths}
            facts={library.facts}
            selected={place.file ?? firstFile(library)}
            onSelect={open}
          />
        )}
      </Box>
      <Findings findings={shelf.auditFindings ?? []} onOpen={open} />
    </Box>
  );
}
