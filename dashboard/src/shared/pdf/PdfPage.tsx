import { Box, Center, Group, Loader, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type MouseEvent, useRef } from 'react';
import { ErrorNote } from '../ui/ErrorNote.js';
import { useDrawnPage } from './use-drawn-page.js';
import { usePdf } from './use-pdf.js';

/** x0, y0, x1, y1 in fractions of the page as displayed, from its top left corner. */
export type PageBox = readonly number[];

interface Props {
  url: string;
  /** Counted from 1. */
  page: number;
  boxes: readonly PageBox[];
  /** A click, in fractions of the page. */
  onPoint: (x: number, y: number) => void;
}

/** The shape of the placeholder before a page is drawn. */
const SHEET = { width: 210, height: 297 };

/** One page of a PDF as wide as its place, with boxes on it. */
export function PdfPage({ url, page, boxes, onPoint }: Props) {
  const { ref, width } = useElementSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { pdf, fetched, retry, ...opening } = usePdf(url);
  const { drawn, ...drawing } = useDrawnPage({ canvas, pdf, page, width });
  const error = opening.error ?? drawing.error;
  const click = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLDivElement>) => {
    const { left, top, width: wide, height } = currentTarget.getBoundingClientRect();
    onPoint((clientX - left) / wide, (clientY - top) / height);
  };
  return (
    <Box ref={ref} pos="relative" p="sm" className="page-desk">
      {error ? <ErrorNote error={error} onRetry={retry} /> : null}
      <Box pos="relative" onClick={click}>
        <canvas
          ref={canvas}
          width={SHEET.width}
          height={SHEET.height}
          role="img"
          aria-label={`Page ${page} of the PDF`}
          className="page-paper"
        />
        {drawn ? boxes.map((box) => <Mark key={box.join()} box={box} />) : null}
      </Box>
      {drawn || error ? null : <Drawing page={page} fetched={fetched} />}
    </Box>
  );
}

/** Stands above the sheet until a page is drawn. */
function Drawing({ page, fetched }: { page: number; fetched: string }) {
  return (
    <Center pos="absolute" top={80} left={0} right={0}>
      <Group gap="xs" role="status">
        <Loader role="status" size="sm" aria-label={`Drawing page ${page}`} />
        <Text size="sm" c="dimmed">
          Page {page}
          {fetched === '' ? '' : `, ${fetched}`}
        </Text>
      </Group>
    </Center>
  );
}

const percent = (share: number): string => `${100 * share}%`;

function Mark({ box: [x0 = 0, y0 = 0, x1 = 0, y1 = 0] }: { box: PageBox }) {
  return (
    <Box
      pos="absolute"
      left={percent(x0)}
      top={percent(y0)}
      w={percent(x1 - x0)}
      h={percent(y1 - y0)}
      bg="rgba(255, 212, 59, 0.3)"
      style={{ outline: '2px solid var(--mantine-color-orange-6)', outlineOffset: 1, pointerEvents: 'none' }}
      data-testid="page-box"
    />
  );
}
