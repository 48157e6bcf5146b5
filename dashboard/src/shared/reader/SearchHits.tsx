import { Mark, ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SearchResult } from '../../../../contract/reading.js';
import { api } from '../client.js';
import { formatCount } from '../format.js';
import { ErrorNote } from '../ui/ErrorNote.js';
import type { Jump, Searched } from './Finder.js';
import { Waiting } from '../ui/Waiting.js';

interface Props {
  searched: Searched;
  term: string;
  onJump: Jump;
}

/** Where a term occurs in a tree; each hit leads there. */
export default function SearchHits({ searched: { shelf, version, queryKey }, term, onJump }: Props) {
  const found = useQuery({
    queryKey: [...queryKey, 'search', term],
    queryFn: ({ signal }) => api.search({ id: shelf, q: term, ...(version !== undefined && { version }) }, { signal }),
    enabled: term !== '',
  });
  if (found.error) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Waiting m="xs" h={60} label="Searching" />;
  const { results, total } = found.data;
  return (
    <ScrollArea h="100%" p="xs" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Search results' }}>
      <Text size="xs" c="dimmed" role="status">
        {total === 0 ? 'Nothing found. Search for fewer or other words.' : formatCount(total, 'place')}
        {total > results.length ? `, the first ${results.length}` : ''}
      </Text>
      {results.map((hit) => (
        <UnstyledButton
          key={`${hit.path}:${hit.line}`}
          className="hit"
          onClick={() => onJump(hit.path, hit.line, hit.page)}
        >
          <Text size="xs" fw={600} dir="auto">
            {hit.heading ?? hit.path}
            {hit.page === null ? null : (
              <Text span size="xs" c="dimmed" fw={400}>
                {' '}
                page {hit.pageLabel ?? hit.page}
              </Text>
            )}
          </Text>
          <Text size="xs" dir="auto" lineClamp={3}>
            <Snippet hit={hit} />
          </Text>
        </UnstyledButton>
      ))}
    </ScrollArea>
  );
}

/** The text of a hit with the match marked; its place is given in code points. */
function Snippet({ hit: { snippet, match } }: { hit: SearchResult }) {
  if (match === null) return snippet;
  const points = Array.from(snippet);
  return (
    <>
      {points.slice(0, match.start).join('')}
      <Mark>{points.slice(match.start, match.end).join('')}</Mark>
      {points.slice(match.end).join('')}
    </>
  );
}
