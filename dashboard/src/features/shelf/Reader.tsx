import { Anchor, Box, Group, NumberInput, ScrollArea, Skeleton, Splitter, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { Shelf } from '../../../../contract/shelf.js';
import { formatCount } from '../../shared/format.js';
import { MarkdownFile } from '../../shared/markdown/MarkdownFile.js';
import { PdfPage } from '../../shared/pdf/PdfPage.js';
import { fileQuery, listingQuery, metadataQuery, sourceAddress, sourceMapQuery } from '../../shared/shelves.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { FileTree } from './FileTree.js';
import { Findings } from './Findings.js';

/** Below this the panes stand one below the other. */
const WIDE = '(min-width: 62em)';

/** The files of a shelf, one of them as text, and its page of the PDF. What is open is in the address. */
export function Reader({ shelf }: { shelf: Shelf }) {
  const [search, setSearch] = useSearchParams();
  const wide = useMediaQuery(WIDE, true);
  const listing = useQuery(listingQuery(shelf));
  const metadata = useQuery(metadataQuery(shelf));
  const paths = useMemo(() => listing.data?.paths ?? [], [listing.data]);
  const files = useMemo(() => new Map((metadata.data?.files ?? []).map((file) => [file.path, file])), [metadata.data]);
  const titles = useMemo(() => new Map([...files].map(([path, { title }]) => [path, title])), [files]);
  const path = search.get('file') ?? paths.find((one) => files.has(one)) ?? paths[0] ?? null;
  const firstPage = (path === null ? null : files.get(path)?.pages?.[0]) ?? null;
  const line = numberOf(search.get('line'));
  const page = numberOf(search.get('page')) ?? firstPage ?? 1;

  const open = useCallback(
    (to: { file?: string; line?: number; page?: number }, replace = true) =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          if (to.file !== undefined) for (const name of ['line', 'page']) next.delete(name);
          for (const [name, value] of Object.entries(to)) next.set(name, String(value));
          return next;
        },
        { replace },
      ),
    [setSearch],
  );
  const showPage = useCallback((to: number) => open({ page: to }), [open]);
  const map = useQuery({
    ...sourceMapQuery(shelf, path ?? '', paths),
    enabled: path !== null && paths.length > 0 && files.has(path),
  });
  const places = (map.data ?? []).filter(
    ({ startLine, endLine }) => line !== null && startLine <= line && line <= endLine,
  );
  const showLine = (to: number) => {
    const place = (map.data ?? []).find(({ startLine, endLine }) => startLine <= to && to <= endLine);
    open(place ? { line: to, page: place.page } : { line: to });
  };
  const showPoint = (x: number, y: number) => {
    const found = (map.data ?? []).find(({ page: on, box }) => on === page && holds(box, x, y));
    if (found) open({ line: found.startLine });
  };

  return (
    <Splitter orientation={wide ? 'horizontal' : 'vertical'} style={{ flex: 1, minHeight: 0 }} data-panes>
      <Splitter.Pane defaultSize={20} min={8} collapsible>
        <Box h="100%" style={{ display: 'flex', flexDirection: 'column' }}>
          <Box style={{ flex: 1, minHeight: 0 }}>
            <ErrorNote error={listing.error} onRetry={() => void listing.refetch()} />
            {paths.length === 0 ? null : (
              <FileTree paths={paths} titles={titles} selected={path} onSelect={(file) => open({ file }, false)} />
            )}
          </Box>
          <Findings findings={shelf.auditFindings ?? []} onOpen={(file) => open({ file }, false)} />
        </Box>
      </Splitter.Pane>
      <Splitter.Pane defaultSize={42} min={15}>
        <ScrollArea h="100%" viewportProps={{ tabIndex: 0, 'aria-label': 'Text' }}>
          {path === null ? null : (
            <OpenFile shelf={shelf} path={path} firstPage={firstPage} line={line} onLine={showLine} onPage={showPage} />
          )}
        </ScrollArea>
      </Splitter.Pane>
      <Splitter.Pane defaultSize={38} min={8} collapsible>
        <ScrollArea h="100%" viewportProps={{ tabIndex: 0, 'aria-label': 'Page' }}>
          <Group p="xs" gap="xs">
            <NumberInput
              aria-label="Page of the PDF"
              size="xs"
              w={80}
              min={1}
              max={shelf.pageCount ?? undefined}
              value={page}
              onChange={(to) => typeof to === 'number' && showPage(to)}
            />
            <Text size="sm">of {formatCount(shelf.pageCount ?? 1, 'page')}</Text>
            <Anchor href={sourceAddress(shelf.publicId)} size="sm" download>
              PDF
            </Anchor>
          </Group>
          <PdfPage
            url={sourceAddress(shelf.publicId)}
            page={page}
            boxes={places.filter((place) => place.page === page).map(({ box }) => box)}
            onPoint={showPoint}
          />
        </ScrollArea>
      </Splitter.Pane>
    </Splitter>
  );
}

interface OpenFileProps {
  shelf: Shelf;
  path: string;
  firstPage: number | null;
  line: number | null;
  onLine: (line: number) => void;
  onPage: (page: number) => void;
}

function OpenFile({ shelf, path, ...rest }: OpenFileProps) {
  const text = useQuery(fileQuery(shelf, path));
  if (text.error) return <ErrorNote error={text.error} onRetry={() => void text.refetch()} />;
  if (text.data === undefined) return <Skeleton m="md" h={300} aria-label={`Loading ${path}`} />;
  if (!path.endsWith('.md'))
    return (
      <Box component="pre" p="md" m={0} fz="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text.data.slice(0, MAX_PLAIN_CHARS)}
        {text.data.length > MAX_PLAIN_CHARS ? '\n…' : ''}
      </Box>
    );
  return <MarkdownFile key={path} text={text.data} {...rest} />;
}

/** What is shown of a file that is not Markdown. */
const MAX_PLAIN_CHARS = 200_000;

const numberOf = (text: string | null): number | null => {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

const holds = ([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[], x: number, y: number): boolean =>
  x0 <= x && x <= x1 && y0 <= y && y <= y1;
