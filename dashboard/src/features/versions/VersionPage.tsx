import { Anchor, Box, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Metadata } from '../../../../contract/tree.js';
import type { VersionTree } from '../../../../contract/version.js';
import { addresses, api } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { FileTree } from '../../shared/reader/FileTree.js';
import { Finder } from '../../shared/reader/Finder.js';
import { firstFile, type Library } from '../../shared/reader/library.js';
import { Reader } from '../../shared/reader/Reader.js';
import { mapName, shelfQuery } from '../../shared/shelves.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { ScreenTitle } from '../../shared/ui/ScreenTitle.js';
import { spotOf, usePlace } from '../../shared/use-place.js';
import { Restore } from './Restore.js';
import { Waiting } from '../../shared/ui/Waiting.js';

interface Props {
  id: string;
  /** Null where the address names none. */
  version: number | null;
}

/** The files of a shelf as they were in a version. A link to a file of it stays what it is. */
export default function VersionPage({ id, version }: Props) {
  const { data: shelf } = useQuery(shelfQuery(id));
  const name = shelf?.name ?? 'The shelf';
  return (
    <Box h="calc(100dvh - 52px)" style={{ display: 'flex', flexDirection: 'column' }}>
      <ScreenTitle name={version === null ? name : `${name}: Version ${version}`} />
      <Group px="md" py="xs" gap="md">
        <Title order={1} size="h4" dir="auto">
          {name}
        </Title>
        {version === null ? null : (
          <Text size="sm">
            Version {version}
            {shelf?.currentVersionNumber === version ? ', current' : ''}
          </Text>
        )}
        <Anchor size="sm" component={Link} href={paths.shelf(id)}>
          To the shelf
        </Anchor>
        <Anchor size="sm" component={Link} href={paths.versions(id)}>
          Versions
        </Anchor>
        {version === null ? null : <Restore shelf={shelf} version={version} />}
      </Group>
      {version === null ? (
        <Text px="md">The address names no version. Choose one from the list of versions.</Text>
      ) : (
        <Files id={id} version={version} />
      )}
    </Box>
  );
}

function Files({ id, version }: { id: string; version: number }) {
  const place = usePlace();
  const queryKey = ['shelf', id, 'version', version];
  const tree = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getVersionTree({ id, version }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const library = useMemo(() => (tree.data ? libraryOf(id, tree.data) : null), [id, tree.data]);
  if (tree.error)
    return (
      <Box p="md">
        <ErrorNote error={tree.error} onRetry={() => void tree.refetch()} />
      </Box>
    );
  if (!library) return <Waiting m="md" h={400} label="Loading the version" />;
  return (
    <Reader
      library={library}
      place={place}
      left={
        <Box h="100%" style={{ display: 'flex', flexDirection: 'column' }}>
          <Finder
            searched={{ shelf: id, version, queryKey }}
            label="Search in the version"
            onJump={(file, line, page) => place.open({ file, ...spotOf(line, page) }, 'choice')}
          >
            <FileTree
              paths={library.paths}
              facts={library.facts}
              selected={place.file ?? firstFile(library)}
              onSelect={(file) => place.open({ file }, 'choice')}
            />
          </Finder>
        </Box>
      }
    />
  );
}

/** All texts come with the tree, so that nothing else has to be asked for. */
function libraryOf(id: string, { files, versionNumber }: VersionTree): Library {
  const known = Object.keys(files);
  const metadata = JSON.parse(files['metadata.json'] ?? '{}') as Partial<Metadata>;
  const key = ['shelf', id, 'version', versionNumber];
  return {
    paths: known,
    facts: new Map((metadata.files ?? []).map(({ path, title, pages }) => [path, { title, pages: pages ?? null }])),
    text: (path) => ({ queryKey: [...key, path], queryFn: () => Promise.resolve(files[path] ?? '') }),
    localText: (path) => files[path],
    sourceMap: (path) => {
      const text = files[mapName(path, known)];
      if (text === undefined) return null;
      return {
        queryKey: [...key, 'source-map', path],
        queryFn: () => Promise.resolve(JSON.parse(text)),
        select: (entries) => entries.filter((entry) => entry.path === path),
      };
    },
    pdfAddress: addresses.source(id, versionNumber),
    pageCount: metadata.pageCount ?? null,
  };
}
