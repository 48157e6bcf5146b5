import { Box, CloseButton, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../lazy-part.js';
import { Waiting } from '../ui/Waiting.js';

const SearchHits = lazyPart(() => import('./SearchHits.js'));
const OutlineList = lazyPart(() => import('./OutlineList.js'));

const TYPING_MS = 300;

/** The tree that is searched, as the API and the query cache name it. */
export interface Searched {
  shelf: string;
  /** Missing where it is what the shelf shows now. */
  version?: number;
  /** Begins the keys of its queries: another tree has another one. */
  queryKey: readonly unknown[];
}

/** Where a hit or a heading is; lines and pages count from 1. */
export type Jump = (file: string, line: number, page: number | null) => void;

interface Props {
  searched: Searched;
  /** What the field is called. */
  label: string;
  /** What the search leaves out. */
  note?: string | undefined;
  onJump: Jump;
  /** The tree of the files. */
  children: ReactNode;
}

/** A search and an outline, each in the place of the tree. */
export function Finder({ searched, label, note, onJump, children }: Props) {
  const [view, setView] = useState('Files');
  const [term, setTerm] = useState('');
  const words = term.trim();
  const [asked] = useDebouncedValue(words, TYPING_MS);
  const found =
    words !== '' ? (
      <SearchHits searched={searched} term={asked} onJump={onJump} />
    ) : view === 'Outline' ? (
      <OutlineList searched={searched} onJump={onJump} />
    ) : null;
  return (
    <>
      <Box p="xs">
        <TextInput
          size="xs"
          aria-label={label}
          placeholder={label}
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
          rightSection={
            term === '' ? null : <CloseButton size="xs" aria-label="End the search" onClick={() => setTerm('')} />
          }
        />
        {words === '' ? (
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
        {found === null || note === undefined ? null : (
          <Text size="xs" c="dimmed" mt="xs">
            {note}
          </Text>
        )}
      </Box>
      <Box style={{ flex: 1, minHeight: 0 }}>
        {found === null ? (
          children
        ) : (
          <Suspense fallback={<Waiting m="xs" h={60} label="Loading the list" />}>{found}</Suspense>
        )}
      </Box>
    </>
  );
}
