import { Anchor, Box, Group, ScrollArea, SegmentedControl, Splitter, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SourceMap } from '../../../../contract/tree.js';
import { formatCount } from '../format.js';
import { LazyMarkdown } from '../markdown/LazyMarkdown.js';
import { type FileLink, lineOfAnchor } from '../markdown/links.js';
import { PdfPage } from '../pdf/PdfPage.js';
import { ErrorNote } from '../ui/ErrorNote.js';
import { type PaneName, PANES, type Place } from '../use-place.js';
import { firstFile, type Library, textOf } from './library.js';
import { Waiting } from '../ui/Waiting.js';

interface Props {
  library: Library;
  place: Place;
  /** Tree, findings and what else leads to files. */
  left: ReactNode;
  /** Above the text. */
  bar?: ReactNode;
  /** Stands instead of the text. */
  body?: ReactNode;
}

/** Below this one pane is seen at a time. */
const WIDE = '(min-width: 62em)';

/** The files of a shelf, one of them as text, and its page of the PDF. */
export function Reader(props: Props) {
  const { library, place, left, bar, body } = props;
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const path = place.file ?? firstFile(library);
  const { blocks, showLine, showPoint, page } = useBlocks(library, place, path);
  const text = (
    <Column label="Text" top={bar}>
      {body ?? (path === null ? null : <OpenFile library={library} path={path} place={place} onLine={showLine} />)}
    </Column>
  );
  const pdf = <PagePane library={library} place={place} page={page} boxes={blocks} onPoint={showPoint} />;
  if (!wide) return <Narrow place={place} panes={{ Files: left, Text: text, Page: pdf }} />;
  return (
    <Splitter
      orientation="horizontal"
      style={{ flex: 1, minHeight: 0 }}
      lineSize={1}
      handleColor="var(--mantine-color-default-border)"
    >
      <Splitter.Pane defaultSize={21} min={8} collapsible>
        {left}
      </Splitter.Pane>
      <Splitter.Pane defaultSize={42} min={15} collapsible>
        {text}
      </Splitter.Pane>
      <Splitter.Pane defaultSize={37} min={8} collapsible>
        {pdf}
      </Splitter.Pane>
    </Splitter>
  );
}

/** One pane at a time. What was shown stays, hidden; what was not is not made: a page would fetch the PDF. */
function Narrow({ place: { pane, show }, panes }: { place: Place; panes: Record<PaneName, ReactNode> }) {
  const [made, setMade] = useState<readonly PaneName[]>([pane]);
  if (!made.includes(pane)) setMade([...made, pane]);
  return (
    <Box style={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <SegmentedControl
        aria-label="Pane"
        mx="md"
        mb="xs"
        data={[...PANES]}
        value={pane}
        onChange={(to) => show(to as PaneName)}
      />
      {made.map((name) => (
        <Box key={name} style={{ flex: 1, minHeight: 0, display: name === pane ? undefined : 'none' }}>
          {panes[name]}
        </Box>
      ))}
    </Box>
  );
}

/** A pane that scrolls below its fixed top. */
function Column({ label, top, children }: { label: string; top?: ReactNode; children: ReactNode }) {
  return (
    <Box h="100%" style={{ display: 'flex', flexDirection: 'column' }}>
      {top}
      <ScrollArea
        style={{ flex: 1, minHeight: 0 }}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
      >
        {children}
      </ScrollArea>
    </Box>
  );
}

/** Where the open file's blocks are on the pages, and the way from one to the other. */
function useBlocks(library: Library, { line, page: asked, open, show }: Place, path: string | null) {
  const query = path === null ? null : library.sourceMap(path);
  const map = useQuery<SourceMap>({ ...(query ?? NO_MAP), enabled: query !== null });
  const entries = query === null ? [] : (map.data ?? []);
  const isMarked = ({ startLine, endLine }: SourceMap[number]) => line !== null && startLine <= line && line <= endLine;
  const page =
    asked ?? entries.find(isMarked)?.page ?? (path === null ? null : library.facts.get(path)?.pages?.[0]) ?? 1;
  return {
    page,
    blocks: entries.filter((entry) => isMarked(entry) && entry.page === page).map(({ box }) => box),
    showLine: (to: number) => {
      const found = entries.find(({ startLine, endLine }) => startLine <= to && to <= endLine);
      open(found ? { line: to, page: found.page } : { line: to });
    },
    showPoint: (x: number, y: number) => {
      const found = entries.find((entry) => entry.page === page && holds(entry.box, x, y));
      if (!found) return;
      open({ line: found.startLine });
      show('Text');
    },
  };
}

const NO_MAP = { queryKey: ['no source map'], queryFn: () => Promise.resolve([] as SourceMap) };

interface PagePaneProps {
  library: Library;
  place: Place;
  page: number;
  boxes: readonly (readonly number[])[];
  onPoint: (x: number, y: number) => void;
}

function PagePane({ library: { pdfAddress, pageCount }, place, page, boxes, onPoint }: PagePaneProps) {
  const tools = (
    <Group p="xs" gap="xs" className="pane-tools">
      <PageNumber page={page} last={pageCount} onChange={(to) => place.open({ page: to })} />
      {pageCount === null ? null : <Text size="sm">of {formatCount(pageCount, 'page')}</Text>}
      <Anchor href={pdfAddress} size="sm" download>
        PDF
      </Anchor>
    </Group>
  );
  return (
    <Column label="Page" top={tools}>
      <PdfPage url={pdfAddress} page={page} boxes={boxes} onPoint={onPoint} />
    </Column>
  );
}

interface PageNumberProps {
  page: number;
  /** Null where it is not known. */
  last: number | null;
  onChange: (page: number) => void;
}

/** The number of the page that is shown. What is no page while it is typed is left as it is. */
function PageNumber({ page, last, onChange }: PageNumberProps) {
  const [shown, setShown] = useState(page);
  const [text, setText] = useState(String(page));
  if (shown !== page) {
    setShown(page);
    setText(String(page));
  }
  return (
    <TextInput
      type="number"
      aria-label="Page of the PDF"
      size="xs"
      w={80}
      min={1}
      max={last ?? undefined}
      value={text}
      onChange={({ currentTarget: { value, validity } }) => {
        setText(value);
        if (value !== '' && validity.valid && Number(value) !== page) onChange(Number(value));
      }}
    />
  );
}

interface OpenFileProps {
  library: Library;
  path: string;
  place: Place;
  onLine: (line: number) => void;
}

function OpenFile(props: OpenFileProps) {
  if (props.library.paths.includes(props.path)) return <PresentFile {...props} />;
  return (
    <Text p="md" c="dimmed" dir="auto">
      There is no file {props.path} here. Choose one on the left.
    </Text>
  );
}

function PresentFile({ library, path, place: { line, page, turns, open, settle }, onLine }: OpenFileProps) {
  const queryClient = useQueryClient();
  const local = library.localText?.(path);
  const stored = useQuery({ ...library.text(path), enabled: local === undefined });
  const text = local ?? stored.data;
  if (local === undefined && stored.error)
    return <ErrorNote error={stored.error} onRetry={() => void stored.refetch()} />;
  if (text === undefined) return <Waiting m="md" h={300} label={`Loading ${path}`} />;
  if (!path.endsWith('.md'))
    return (
      <Box component="pre" p="md" m={0} fz="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text.slice(0, MAX_PLAIN_CHARS)}
        {text.length > MAX_PLAIN_CHARS ? '\n…' : ''}
      </Box>
    );
  const firstPage = library.facts.get(path)?.pages?.[0] ?? null;
  const follow = async ({ file, anchor }: FileLink) => {
    // at once, so that Back leads here however long the text takes
    open({ file }, 'choice');
    if (anchor === '' || !library.paths.includes(file)) return;
    // an error is reported when the file is shown
    const target = await textOf(queryClient, library, file).catch(() => '');
    const to = lineOfAnchor(target, anchor);
    if (to !== null) settle(file, { line: to });
  };
  return (
    <LazyMarkdown
      key={`${turns} ${path}`}
      text={text}
      firstPage={firstPage}
      line={line}
      page={page}
      onLine={onLine}
      onPage={(to) => settle(path, { page: to })}
      path={path}
      onLink={(link) => void follow(link)}
    />
  );
}

/** What is shown of a file that is not Markdown. */
const MAX_PLAIN_CHARS = 200_000;

const holds = ([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[], x: number, y: number): boolean =>
  x0 <= x && x <= x1 && y0 <= y && y <= y1;
