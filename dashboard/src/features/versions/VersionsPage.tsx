import { Anchor, Box, Button, Container, Group, Pagination, Radio, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Shelf } from '../../../../contract/shelf.js';
import type { Version } from '../../../../contract/version.js';
import { api } from '../../shared/client.js';
import { formatBytes, formatCount } from '../../shared/format.js';
import { paths } from '../../shared/paths.js';
import { lazyPart } from '../../shared/lazy-part.js';
import { shelfQuery } from '../../shared/shelves.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { ScreenTitle } from '../../shared/ui/ScreenTitle.js';
import { type Column, TableHead } from '../../shared/ui/TableHead.js';
import { Time } from '../../shared/ui/Time.js';
import { numberOf } from '../../shared/use-place.js';
import { Restore } from './Restore.js';
import { Waiting } from '../../shared/ui/Waiting.js';

const COLUMNS: readonly Column[] = [
  'Version',
  'From',
  'To',
  'How',
  { wide: 'Published' },
  { wide: 'Files' },
  { wide: 'Size' },
];

const Comparison = lazyPart(() => import('./Comparison.js'));

const PAGE_SIZE = 20;
const SOURCES: Record<Version['source'], string> = {
  initial: 'Made of the PDF',
  approval: 'Approved',
  upload: 'Made of a new PDF',
  restore: 'Restored',
};

/** The published states of a shelf, latest first, and what differs between two of them. */
export default function VersionsPage({ id }: { id: string }) {
  const [search, setSearch] = useSearchParams();
  const page = numberOf(search.get('page')) ?? 1;
  const shelf = useQuery(shelfQuery(id));
  const list = useQuery({
    queryKey: ['shelf', id, 'versions', { page }],
    queryFn: ({ signal }) => api.listVersions({ id, page, limit: PAGE_SIZE }, { signal }),
  });
  return (
    <Container size="xl" py="lg">
      <ScreenTitle name={shelf.data ? `${shelf.data.name}: Versions` : 'Versions'} />
      <Group mb="md" gap="md">
        <Title order={1}>Versions</Title>
        <Anchor component={Link} href={paths.shelf(id)} dir="auto">
          {shelf.data?.name ?? 'The shelf'}
        </Anchor>
      </Group>
      <Stack>
        <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
        {list.data || list.error ? null : <Waiting h={160} label="Loading versions" />}
        {list.data ? <Versions id={id} shelf={shelf.data} versions={list.data.data} /> : null}
        {list.data && list.data.pagination.totalPages > 1 ? (
          <Pagination
            total={list.data.pagination.totalPages}
            value={page}
            onChange={(at) => setSearch({ page: String(at) })}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        ) : null}
      </Stack>
    </Container>
  );
}

interface VersionsProps {
  id: string;
  shelf: Shelf | undefined;
  versions: readonly Version[];
}

/** The versions of a page of the list, and the comparison of the two that the address names. */
function Versions({ id, shelf, versions }: VersionsProps) {
  const [search, setSearch] = useSearchParams();
  const latest = versions[0];
  if (!latest)
    return <Text c="dimmed">Nothing is published yet. The first version comes when the shelf is ready.</Text>;
  const to = numberOf(search.get('to')) ?? latest.versionNumber;
  // 0 is the empty tree, with which the first version is compared
  const from = numberOf(search.get('from')) ?? to - 1;
  const choose = (side: 'from' | 'to', number: number) =>
    setSearch((old) => {
      const next = new URLSearchParams(old);
      next.set('from', String(side === 'from' ? number : from));
      next.set('to', String(side === 'to' ? number : to));
      return next;
    });
  return (
    <>
      <Timeline id={id} shelf={shelf} versions={versions} from={from} to={to} onChoose={choose} />
      <Suspense fallback={<Waiting h={200} label="Comparing" />}>
        <Comparison id={id} from={from} to={to} />
      </Suspense>
    </>
  );
}

interface TimelineProps extends VersionsProps {
  from: number;
  to: number;
  onChoose: (side: 'from' | 'to', number: number) => void;
}

function Timeline({ id, shelf, versions, from, to, onChoose }: TimelineProps) {
  return (
    <Table.ScrollContainer minWidth={330}>
      <Table verticalSpacing="xs">
        <TableHead columns={COLUMNS} actions />
        <Table.Tbody>
          {versions.map(
            ({ versionNumber, source, restoredFrom, createdAt, fileCount, pageCount, storageSizeBytes }) => (
              <Table.Tr key={versionNumber}>
                <Table.Td>
                  <Button component={Link} href={paths.version(id, versionNumber)} size="compact-sm" variant="light">
                    Version {versionNumber}
                  </Button>
                </Table.Td>
                {(['from', 'to'] as const).map((side) => (
                  <Table.Td key={side}>
                    <Radio
                      name={side}
                      aria-label={`Compare ${side} version ${versionNumber}`}
                      checked={(side === 'from' ? from : to) === versionNumber}
                      onChange={() => onChoose(side, versionNumber)}
                    />
                  </Table.Td>
                ))}
                <Table.Td>
                  {SOURCES[source]}
                  {restoredFrom === undefined ? '' : ` from version ${restoredFrom}`}
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Time iso={createdAt} />
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  {formatCount(fileCount, 'file')}
                  <Box component="span" c="dimmed">
                    {' '}
                    of {formatCount(pageCount, 'page')}
                  </Box>
                </Table.Td>
                <Table.Td visibleFrom="sm">{formatBytes(storageSizeBytes)}</Table.Td>
                <Table.Td>
                  <Restore shelf={shelf} version={versionNumber} />
                </Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
