import { Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/client.js';
import { formatCount } from '../../shared/format.js';
import { isKept } from '../../shared/reader/tree.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { Patches } from '../../shared/ui/Patches.js';
import { Waiting } from '../../shared/ui/Waiting.js';

/** What differs between two versions, file by file. */
export default function Comparison({ id, from, to }: { id: string; from: number; to: number }) {
  const split = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const diff = useQuery({
    queryKey: ['shelf', id, 'diff', from, to],
    queryFn: ({ signal }) => api.compareVersions({ id, from, to, renames: 'joined' }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (diff.error) return <ErrorNote error={diff.error} onRetry={() => void diff.refetch()} />;
  if (!diff.data) return <Waiting h={200} label="Comparing" />;
  const { summary } = diff.data;
  const files = diff.data.files.map((file) => ({ ...file, derived: isKept(file.path) }));
  return (
    <section>
      <Title order={2} size="h4">
        {from === 0 ? `What version ${to} holds` : `From version ${from} to version ${to}`}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {files.length === 0
          ? 'No file differs.'
          : `${formatCount(files.length, 'file')} of ${summary.totalFiles} differ.`}
      </Text>
      <Patches key={`${from}-${to}`} files={files} split={split && from > 0} />
    </section>
  );
}
