import { ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../client.js';
import { ErrorNote } from '../ui/ErrorNote.js';
import type { Jump, Searched } from './Finder.js';
import { Waiting } from '../ui/Waiting.js';

interface Props {
  searched: Searched;
  onJump: Jump;
}

const DEPTH = 3;
const INDENT_PIXELS = 12;

/** The headings of a tree; each leads to its place. */
export default function OutlineList({ searched: { shelf, version, queryKey }, onJump }: Props) {
  const outline = useQuery({
    queryKey: [...queryKey, 'outline'],
    queryFn: ({ signal }) =>
      api.getOutline({ id: shelf, depth: DEPTH, ...(version !== undefined && { version }) }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (outline.error) return <ErrorNote error={outline.error} onRetry={() => void outline.refetch()} />;
  if (!outline.data) return <Waiting m="xs" h={120} label="Loading the outline" />;
  return (
    <ScrollArea h="100%" p="xs" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Outline' }}>
      {outline.data.files.flatMap(({ path, sections }) =>
        sections.map(({ heading, level, line, page }) => (
          <UnstyledButton
            key={`${path}:${line}`}
            className="hit"
            style={{ paddingInlineStart: 4 + INDENT_PIXELS * (level - 1) }}
            onClick={() => onJump(path, line, page)}
          >
            <Text size="sm" dir="auto" truncate>
              {heading}
            </Text>
          </UnstyledButton>
        )),
      )}
    </ScrollArea>
  );
}
