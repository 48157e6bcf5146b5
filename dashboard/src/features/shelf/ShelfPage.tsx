import { Alert, Anchor, Box, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { Shelf } from '../../../../contract/shelf.js';
import { paths } from '../../shared/paths.js';
import { hasFiles, isAtWork } from '../../shared/shelves.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { ShelfState } from '../../shared/ui/ShelfState.js';
import { FailedShelf } from './FailedShelf.js';
import { useLiveShelf } from '../../shared/use-live-shelf.js';
import { ShelfReader } from './ShelfReader.js';

/** One shelf: its state, and its files beside the pages of the PDF. */
export default function ShelfPage({ id }: { id: string }) {
  const { data: shelf, error, refetch } = useLiveShelf(id);
  if (!shelf)
    return (
      <Box p="md">
        {error ? (
          <ErrorNote error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton h={400} aria-label="Loading the shelf" />
        )}
      </Box>
    );
  return (
    <Box h="calc(100dvh - 52px)" style={{ display: 'flex', flexDirection: 'column' }}>
      <ShelfHeader shelf={shelf} />
      <ShelfNotice shelf={shelf} />
      {hasFiles(shelf) ? <ShelfReader shelf={shelf} /> : null}
    </Box>
  );
}

function ShelfHeader({ shelf }: { shelf: Shelf }) {
  return (
    <Group px="md" py="xs" justify="space-between" gap="md">
      <Group gap="md">
        <Title order={1} size="h4" dir="auto">
          {shelf.name}
        </Title>
        <ShelfState shelf={shelf} />
      </Group>
      <Group gap="md">
        {shelf.status === 'review' ? (
          <Button component={Link} href={paths.review(shelf.publicId)} size="compact-md">
            Review
          </Button>
        ) : null}
        <Anchor component={Link} href={paths.versions(shelf.publicId)} size="sm">
          Versions
        </Anchor>
      </Group>
    </Group>
  );
}

function ShelfNotice({ shelf }: { shelf: Shelf }) {
  if (shelf.status === 'failed') return <FailedShelf shelf={shelf} />;
  if (!isAtWork(shelf) || hasFiles(shelf)) return null;
  return (
    <Alert m="md" title="The PDF is being read">
      <Text size="sm">The files appear here as soon as they are ready. You can leave this page.</Text>
    </Alert>
  );
}
