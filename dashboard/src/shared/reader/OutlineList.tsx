import { ScrollArea, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Shelf } from '../../../../contract/shelf.js';
import { api } from '../../shared/client.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';

interface Props {
  shelf: Shelf;
  onJump: (file: string, line: number, page: number | null) => void;
}

const DEPTH = 3;
const INDENT_PIXELS = 12;

/** The headings of a shelf; each leads to its place. */
export function OutlineList({ shelf: { publicId, updatedAt }, onJump }: Props) {
  const outline = useQuery({
    queryKey: ['shelf', publicId, 'outline', updatedAt],
    queryFn: ({ signal }) => api.getOutline({ id: publicId, depth: DEPTH }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (outline.error) return <ErrorNote error={outline.error} onRetry={() => void outline.refetch()} />;
  if (!outline.data) return <Skeleton m="xs" h={120} aria-label="Loading the outline" />;
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
