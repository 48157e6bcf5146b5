import { Box, Button, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { LazyMarkdown } from '../../shared/markdown/LazyMarkdown.js';
import type { Library } from '../../shared/reader/library.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';

const CodeEditor = lazy(() => import('./CodeEditor.js'));

interface Props {
  library: Library;
  path: string;
  /** What was typed and is not kept yet. */
  typed: string | null;
  /** A change is being kept. */
  busy: boolean;
  /** Null: the text is again what it was. */
  onType: (text: string | null) => void;
  onClose: () => void;
  /** The text as it should be. */
  onDone: (text: string) => void;
}

/** A file's text in an editor, and as it will look. */
export default function FileEditor({ library, path, typed, busy, onType, onClose, onDone }: Props) {
  const local = library.localText?.(path);
  const stored = useQuery({ ...library.text(path), enabled: local === undefined });
  const before = local ?? stored.data;
  const [view, setView] = useState('Write');
  // what was typed is shown even if the file has gone since
  const text = typed ?? before;
  if (text === undefined && stored.error)
    return <ErrorNote error={stored.error} onRetry={() => void stored.refetch()} />;
  if (text === undefined) return <Skeleton m="md" h={300} aria-label={`Loading ${path}`} />;
  return (
    <Box>
      <Group p="xs" justify="space-between" className="sticky-bar">
        <SegmentedControl size="xs" aria-label="View" data={['Write', 'Preview']} value={view} onChange={setView} />
        <Text size="xs" c="dimmed" dir="auto">
          {path}
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button size="compact-sm" disabled={busy || text === before} onClick={() => onDone(text)}>
            Keep the edit
          </Button>
        </Group>
      </Group>
      {view === 'Preview' ? (
        <LazyMarkdown
          path={path}
          text={text}
          firstPage={null}
          line={null}
          onLine={ignore}
          onPage={ignore}
          onLink={ignore}
        />
      ) : (
        <Suspense fallback={<Skeleton m="md" h={300} aria-label="Loading the editor" />}>
          <CodeEditor path={path} value={text} readOnly={busy} onChange={(to) => onType(to === before ? null : to)} />
        </Suspense>
      )}
    </Box>
  );
}

const ignore = (): void => undefined;
