import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { Suspense } from 'react';
import { Link } from 'wouter';
import type { Shelf } from '../../../../contract/shelf.js';
import { paths } from '../../shared/paths.js';
import { firstFile } from '../../shared/reader/library.js';
import { usePublished } from '../../shared/reader/use-published.js';
import { lazyPart } from '../../shared/lazy-part.js';
import { hasFiles, isAtWork } from '../../shared/shelves.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { NotLoaded } from '../../shared/ui/NotLoaded.js';
import { ScreenTitle } from '../../shared/ui/ScreenTitle.js';
import { ShelfTitle } from '../../shared/ui/ShelfTitle.js';
import { useLiveShelf } from '../../shared/use-live-shelf.js';
import { usePlace } from '../../shared/use-place.js';
import { ShelfMenu } from './ShelfMenu.js';
import { ShelfReader } from './ShelfReader.js';
import { Waiting } from '../../shared/ui/Waiting.js';

/** Needs the list of templates, which no other shelf does. */
const FailedShelf = lazyPart(() => import('./FailedShelf.js'));

/** One shelf: its state, and its files beside the pages of the PDF. */
export default function ShelfPage({ id }: { id: string }) {
  const { data: shelf, error, refetch } = useLiveShelf(id);
  if (!shelf) return <NotLoaded error={error} label="Loading the shelf" onRetry={() => void refetch()} />;
  return (
    <Box h="calc(100dvh - 52px)" style={{ display: 'flex', flexDirection: 'column' }}>
      <ScreenTitle name={shelf.name} />
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {hasFiles(shelf) ? <WithFiles shelf={shelf} /> : <WithoutFiles shelf={shelf} />}
    </Box>
  );
}

function WithFiles({ shelf }: { shelf: Shelf }) {
  const place = usePlace();
  const { library, error, refetch } = usePublished(shelf);
  const named = place.file ?? (library ? firstFile(library) : null);
  // an address can name anything
  const file = named !== null && library?.paths.includes(named) ? named : null;
  return (
    <>
      <ShelfHeader shelf={shelf}>
        <ShelfMenu shelf={shelf} place={place} file={file} />
      </ShelfHeader>
      <ShelfReader shelf={shelf} place={place} library={library} error={error} onRetry={refetch} />
    </>
  );
}

function WithoutFiles({ shelf }: { shelf: Shelf }) {
  const place = usePlace();
  return (
    <>
      <ShelfHeader shelf={shelf}>
        <ShelfMenu shelf={shelf} place={place} file={null} />
      </ShelfHeader>
      {shelf.status === 'failed' ? (
        <Suspense fallback={<Waiting m="md" h={160} label="Loading what has failed" />}>
          <FailedShelf shelf={shelf} />
        </Suspense>
      ) : null}
      {isAtWork(shelf) ? (
        <Alert m="md" title="The PDF is being read">
          <Text size="sm">The files appear here as soon as they are ready. You can leave this page.</Text>
        </Alert>
      ) : null}
    </>
  );
}

function ShelfHeader({ shelf, children }: { shelf: Shelf; children: React.ReactNode }) {
  return (
    <Group px="md" py="xs" justify="space-between" gap="xs">
      <ShelfTitle shelf={shelf} />
      <Group gap="xs">
        {shelf.status === 'review' ? (
          <Button component={Link} href={paths.review(shelf.publicId)} size="compact-sm">
            Review
          </Button>
        ) : null}
        {shelf.status === 'ready' ? (
          <Button component={Link} href={paths.versions(shelf.publicId)} size="compact-sm" variant="default">
            Versions
          </Button>
        ) : null}
        {children}
      </Group>
    </Group>
  );
}
