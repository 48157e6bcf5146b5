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
  onClose: () => void;
  /** The text as it should be. */
  onDone: (text: string) => void;
}

/** A file's text in an editor, and as it will look. */
export function FileEditor({ library, path, onClose, onDone }: Props) {
  const local = library.localText?.(path);
  const stored = useQuery({ ...library.text(path), enabled: local === undefined });
  const before = local ?? stored.data;
  const [typed, setTyped] = useState<string | null>(null);
  const [view, setView] = useState('Write');
  if (stored.error) return <ErrorNote error={stored.error} onRetry={() => void stored.refetch()} />;
  if (before === undefined) return <Skeleton m="md" h={300} aria-label={`Loading ${path}`} />;
  const text = typed ?? before;
  return (
    <Box>
      <Group p="xs" justify="space-between" className="sticky-bar">
        <SegmentedControl size="xs" aria-label="View" data={['Write', 'Preview']} value={view} onChange={setView} />
        <Text size="xs" c="dimmed" dir="auto">
          {path}
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="compact-sm" disabled={text === before} onClick={() => onDone(text)}>
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
          <CodeEditor path={path} value={text} onChange={setTyped} />
        </Suspense>
      )}
    </Box>
  );
}

const ignore = (): void => undefined;
