import { Box, Center, Group, Loader, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { formatBytes } from '../format.js';
import { ErrorNote } from '../ui/ErrorNote.js';
import { openPdf, pdfError } from './document.js';

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

/** Most pixels of a page's width: more costs memory and shows nothing. */
const MAX_WIDTH_PIXELS = 2400;

/** The shape of what stands for a page before one is drawn. */
const SHEET = { width: 210, height: 297 };

/** One page of a PDF as wide as its place, with boxes on it. */
export function PdfPage({ url, page, boxes, onPoint }: Props) {
  const { ref, width } = useElementSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [drawn, setDrawn] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [fetched, setFetched] = useState('');
  const [tries, setTries] = useState(0);

  useEffect(() => {
    const open = openPdf(url, (loaded, total) => setFetched(`${formatBytes(loaded)} of ${formatBytes(total)}`));
    let current = true;
    open.pdf
      .then((opened) => current && setPdf(opened))
      .catch(async (failed: unknown) => {
        const told = await pdfError(url, failed);
        if (current) setError(told);
      });
    return () => {
      current = false;
      setPdf(null);
      setError(null);
      open.close();
    };
  }, [url, tries]);

  useEffect(() => {
    const place = canvas.current;
    if (!pdf || !place || width === 0) return undefined;
    setDrawn(false);
    // of the page before
    setError(null);
    const drawing = drawPage(pdf, page, { canvas: place, width });
    let current = true;
    drawing.done
      .then(() => {
        if (current) setDrawn(true);
      })
      .catch((failed: unknown) => current && setError(failed));
    return () => {
      current = false;
      drawing.cancel();
    };
  }, [pdf, page, width]);

  const click = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLDivElement>) => {
    const { left, top, width: wide, height } = currentTarget.getBoundingClientRect();
    onPoint((clientX - left) / wide, (clientY - top) / height);
  };
  return (
    <Box ref={ref} pos="relative" p="sm" className="page-desk">
      {error ? <ErrorNote error={error} onRetry={() => setTries(tries + 1)} /> : null}
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
      {drawn || error ? null : (
        <Center pos="absolute" top={80} left={0} right={0}>
          <Group gap="xs" role="status">
            <Loader role="status" size="sm" aria-label={`Drawing page ${page}`} />
            <Text size="sm" c="dimmed">
              Page {page}
              {fetched === '' ? '' : `, ${fetched}`}
            </Text>
          </Group>
        </Center>
      )}
    </Box>
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

/** Draws one page; `cancel` ends it without an error. */
function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  { canvas, width }: { canvas: HTMLCanvasElement; width: number },
) {
  let cancel = () => {};
  let cancelled = false;
  const done = (async () => {
    const page = await pdf.getPage(Math.min(Math.max(1, number), pdf.numPages));
    if (cancelled) return;
    const pixels = Math.min(MAX_WIDTH_PIXELS, width * window.devicePixelRatio);
    const viewport = page.getViewport({ scale: pixels / page.getViewport({ scale: 1 }).width });
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    const drawing = page.render({ canvas, viewport });
    cancel = () => drawing.cancel();
    await drawing.promise;
  })().catch((error: unknown) => {
    if (!cancelled) throw error;
  });
  return {
    done,
    cancel: () => {
      cancelled = true;
      cancel();
    },
  };
}
