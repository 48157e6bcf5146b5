import '@mantine/dropzone/styles.css';
import {
  Button,
  Container,
  Group,
  Pagination,
  Paper,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  MAX_UPLOAD_BYTES,
  SHELF_STATUSES,
  type ShelfSort,
  type ShelfStatus,
  type Template,
} from '../../../../contract/vocabulary.js';
import type { api } from '../../shared/client.js';
import { useFirstKeys } from '../../shared/first-keys.js';
import { useAccount } from '../../shared/session.js';
import { shelvesQuery } from '../../shared/shelves.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { ScreenTitle } from '../../shared/ui/ScreenTitle.js';
import { TemplateSelect } from '../../shared/ui/TemplateSelect.js';
import { FirstRun } from './FirstRun.js';
import { LanguageSelect } from './LanguageSelect.js';
import { ShelfTable } from './ShelfTable.js';
import { UploadList } from './UploadList.js';
import { type Filters, isFiltered, listedBy, useFilters } from './use-filters.js';
import { useUploads } from './use-uploads.js';
import { Waiting } from '../../shared/ui/Waiting.js';

const PDF_TYPES = { 'application/pdf': ['.pdf'] };

/** All shelves, and where new ones are made. PDFs can be dropped anywhere on the page. */
export default function ShelvesPage() {
  const { uploads, add, retry, remove } = useUploads();
  const [template, setTemplate] = useState<Template | null>(null);
  const [language, setLanguage] = useState<string | null>(null);
  const [review, setReview] = useState(false);
  const [refused, setRefused] = useState<FileRejection[]>([]);
  const openFiles = useRef<() => void>(null);
  const upload = (files: File[]) => {
    setRefused([]);
    add(files, { template, language, review });
  };
  const dropzone = { accept: PDF_TYPES, maxSize: MAX_UPLOAD_BYTES, onDrop: upload, onReject: setRefused };
  return (
    <Container size="lg" py="lg">
      <ScreenTitle name="Shelves" />
      <Dropzone.FullScreen {...dropzone} withinPortal={false}>
        <Text ta="center" size="xl" mt="20vh">
          Drop the PDFs to make shelves of them
        </Text>
      </Dropzone.FullScreen>
      <Title order={1} mb="md">
        Shelves
      </Title>
      <Stack>
        <Paper withBorder p="md" mb="xs">
          <Dropzone {...dropzone} openRef={openFiles} activateOnClick={false} aria-label="Upload PDFs">
            <Group justify="center" gap="md" wrap="wrap">
              <Text>Drop PDFs here, or</Text>
              <Button onClick={() => openFiles.current?.()}>Choose files</Button>
            </Group>
          </Dropzone>
          <Group align="end" gap="xl" mt="md">
            <TemplateSelect value={template} onChange={setTemplate} />
            <LanguageSelect value={language} onChange={setLanguage} />
            <Switch
              label="Review"
              description="A person approves the files before they are published"
              checked={review}
              onChange={({ currentTarget }) => setReview(currentTarget.checked)}
            />
          </Group>
        </Paper>
        {refused.map(({ file, errors }) => (
          <ErrorNote
            key={file.name}
            error={new Error(`${file.name}: ${errors.map(({ message }) => message).join(', ')}`)}
          />
        ))}
        <UploadList uploads={uploads} onRetry={retry} onRemove={remove} />
        <ShelfList onSample={(file) => upload([file])} uploading={uploads.length > 0} />
      </Stack>
    </Container>
  );
}

/** The list with its filters; to an account without shelves, or with a key just made, what to do first. */
function ShelfList({ onSample, uploading }: { onSample: (file: File) => void; uploading: boolean }) {
  const { filters, change } = useFilters();
  const [asked] = useDebouncedValue(filters, 250);
  const { data, error, refetch } = useQuery({ ...shelvesQuery(listedBy(asked)), placeholderData: keepPreviousData });
  const email = useAccount().data?.user.email ?? '';
  const keys = useFirstKeys(email);
  const isNew = data?.data.length === 0 && !isFiltered(filters);
  const isFirst = (isNew && !uploading) || keys.write !== null || keys.read !== null;
  return (
    <>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {data || error ? null : <Waiting h={200} label="Loading shelves" />}
      {isFirst ? <FirstRun email={email} keys={keys} onSample={onSample} /> : null}
      {data && !isNew ? <Listed list={data} filters={filters} change={change} /> : null}
    </>
  );
}

type Change = ReturnType<typeof useFilters>['change'];

function Listed({
  list,
  filters,
  change,
}: {
  list: Awaited<ReturnType<typeof api.listShelves>>;
  filters: Filters;
  change: Change;
}) {
  const { totalPages } = list.pagination;
  return (
    <>
      <FilterBar filters={filters} change={change} />
      {list.data.length === 0 ? (
        <Group>
          <Text c="dimmed">No shelf is like this.</Text>
          <Button size="compact-sm" variant="default" onClick={() => change({ q: '', status: null })}>
            Show all
          </Button>
        </Group>
      ) : (
        <ShelfTable shelves={list.data} />
      )}
      {totalPages > 1 ? (
        <Pagination
          total={totalPages}
          value={filters.page}
          onChange={(page) => change({ page })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      ) : null}
    </>
  );
}

const SORTS: { value: ShelfSort; label: string }[] = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: '-updatedAt', label: 'Last changed first' },
  { value: 'updatedAt', label: 'Last changed last' },
  { value: 'name', label: 'By name' },
  { value: '-name', label: 'By name, from the end' },
];

function FilterBar({ filters, change }: { filters: Filters; change: Change }) {
  return (
    <Group gap="sm">
      <TextInput
        aria-label="Search by name"
        placeholder="Search by name"
        value={filters.q}
        onChange={({ currentTarget }) => change({ q: currentTarget.value }, 'typing')}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        data={[...SHELF_STATUSES]}
        value={filters.status}
        onChange={(status) => change({ status: status as ShelfStatus | null })}
      />
      <Select
        aria-label="Sort"
        allowDeselect={false}
        data={SORTS}
        value={filters.sort}
        onChange={(sort) => change({ sort: (sort ?? '-createdAt') as ShelfSort })}
      />
    </Group>
  );
}
