import { Anchor, Button, Container, Group, Pagination, Select, Skeleton, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { TEMPLATES } from '../../../../contract/vocabulary.js';
import type { Shelf } from '../../../../contract/shelf.js';
import { formatCount } from '../../shared/format.js';
import { paths } from '../../shared/paths.js';
import { shelvesQuery } from '../../shared/shelves.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { ShelfState } from '../../shared/ui/ShelfState.js';
import { Time } from '../../shared/ui/Time.js';
import { UploadList } from './UploadList.js';
import { useUploads } from './use-uploads.js';

const MAX_PDF_BYTES = 300 * 1024 * 1024;
const PDF_TYPES = { 'application/pdf': ['.pdf'] };

/** All shelves, and where new ones are made. PDFs can be dropped anywhere on the page. */
export default function ShelvesPage() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1);
  const shelves = useQuery(shelvesQuery(page));
  const { uploads, add, remove } = useUploads();
  const [template, setTemplate] = useState<string | null>(null);
  const [review, setReview] = useState(false);
  const [refused, setRefused] = useState<FileRejection[]>([]);
  const openFiles = useRef<() => void>(null);
  const onDrop = (files: File[]) => {
    setRefused([]);
    add(files, { template, review });
  };
  const dropzone = { accept: PDF_TYPES, maxSize: MAX_PDF_BYTES, onDrop, onReject: setRefused };
  return (
    <Container size="lg" py="lg">
      <Dropzone.FullScreen {...dropzone}>
        <Text ta="center" size="xl" mt="20vh">
          Drop the PDFs to make shelves of them
        </Text>
      </Dropzone.FullScreen>
      <Title order={1} mb="md">
        Shelves
      </Title>
      <Stack>
        <Dropzone {...dropzone} openRef={openFiles} activateOnClick={false} aria-label="Upload PDFs">
          <Group justify="center" gap="md" wrap="wrap">
            <Text>Drop PDFs here, or</Text>
            <Button onClick={() => openFiles.current?.()}>Choose files</Button>
          </Group>
        </Dropzone>
        <Group align="end">
          <Select
            label="Template"
            placeholder="By headings"
            clearable
            clearButtonProps={{ 'aria-label': 'No template' }}
            data={TEMPLATES.map((value) => ({ value, label: value.replace('-', ' ') }))}
            value={template}
            onChange={setTemplate}
          />
          <Switch label="Review" description="A person approves the files before they are published" checked={review} onChange={({ currentTarget }) => setReview(currentTarget.checked)} />
        </Group>
        {refused.map(({ file, errors }) => (
          <ErrorNote key={file.name} error={new Error(`${file.name}: ${errors.map(({ message }) => message).join(', ')}`)} />
        ))}
        <UploadList uploads={uploads} onRemove={remove} />
        <ErrorNote error={shelves.error} onRetry={() => void shelves.refetch()} />
        {shelves.data ? <ShelfTable shelves={shelves.data.data} /> : shelves.error ? null : <Skeleton h={200} aria-label="Loading shelves" />}
        {shelves.data && shelves.data.pagination.totalPages > 1 ? (
          <Pagination
            total={shelves.data.pagination.totalPages}
            value={page}
            onChange={(to) => setSearch({ page: String(to) })}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        ) : null}
      </Stack>
    </Container>
  );
}

function ShelfTable({ shelves }: { shelves: readonly Shelf[] }) {
  if (shelves.length === 0)
    return <Text c="dimmed">There are no shelves yet. Upload a PDF: its pages become files that an agent can read.</Text>;
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Pages</Table.Th>
            <Table.Th>Template</Table.Th>
            <Table.Th>Changed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shelves.map((shelf) => (
            <Table.Tr key={shelf.publicId}>
              <Table.Td>
                <Anchor component={Link} href={paths.shelf(shelf.publicId)} dir="auto">
                  {shelf.name}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <ShelfState shelf={shelf} />
              </Table.Td>
              <Table.Td>{shelf.pageCount === null ? '' : formatCount(shelf.pageCount, 'page')}</Table.Td>
              <Table.Td>{shelf.template ?? ''}</Table.Td>
              <Table.Td>
                <Time iso={shelf.updatedAt} age />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
