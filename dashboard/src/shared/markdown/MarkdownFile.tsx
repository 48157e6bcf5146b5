import { Box, Typography } from '@mantine/core';
import { useIntersection, useMergedRef } from '@mantine/hooks';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FileLink } from './links.js';
import { FilePath, MarkdownPart } from './MarkdownPart.js';
import { type Part, partsOf } from './parts.js';

interface Props {
  text: string;
  /** The page where the file begins; null where it is not known. */
  firstPage: number | null;
  /** The line to show first, and to mark. */
  line: number | null;
  /** The page to show first, where no line is asked for. */
  page: number | null;
  onLine: (line: number) => void;
  /** The page whose text is at the top of what is seen. */
  onPage: (page: number) => void;
  /** A link to a file of the shelf was followed. */
  onLink: (link: FileLink) => void;
  /** Of the file, from the root of the shelf. */
  path: string;
}

/** Assumed height of a character of text in pixels, for parts that have not been rendered yet. */
const PIXELS_PER_CHAR = 0.35;
const MIN_PART_PIXELS = 60;
/** How far outside of what is seen parts are rendered already. */
const RENDER_MARGIN = '600px';

/** A file of a shelf, rendered part by part as it comes into sight. */
export default function MarkdownFile({ text, path, firstPage, line, page, onLine, onPage, onLink }: Props) {
  const parts = useMemo(() => partsOf(text, firstPage), [text, firstPage]);
  const root = useRef<HTMLDivElement>(null);
  const wanted =
    line === null
      ? parts.findIndex((part) => page !== null && part.page === page)
      : parts.findLastIndex((part) => part.line <= line);

  // a text that cannot be scrolled so far must not take back the page that was asked for
  const [isAsked] = useState(page !== null);
  const showFirst = useEffectEvent(() => {
    if (line === null && wanted > 0) root.current?.children[wanted]?.scrollIntoView({ block: 'start' });
  });
  // before the part at the top tells its page
  useLayoutEffect(() => showFirst(), []);

  useEffect(() => {
    if (line === null) return;
    const target = nearestBlock(root.current, line);
    for (const old of root.current?.querySelectorAll('[data-marked]') ?? []) old.removeAttribute('data-marked');
    target?.setAttribute('data-marked', '');
    target?.scrollIntoView({ block: 'nearest' });
  }, [line, parts]);

  return (
    <Typography
      ref={root}
      p="md"
      onClick={(event) => {
        if (!(event.target instanceof Element)) return;
        const link = event.target.closest('a');
        const block = event.target.closest<HTMLElement>('[data-line]');
        if (link === null && block) return onLine(Number(block.dataset['line']));
        const { file, anchor = '' } = link?.dataset ?? {};
        // with a key held it opens in another tab
        if (file === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onLink({ file, anchor });
      }}
    >
      <FilePath value={path}>
        {parts.map((part, index) => (
          <LazyPart key={index} part={part} atOnce={index === wanted || index < 2} isAsked={isAsked} onPage={onPage} />
        ))}
      </FilePath>
    </Typography>
  );
}

/** The block that begins at the line, or the last that begins before it. */
function nearestBlock(root: HTMLElement | null, line: number): HTMLElement | null {
  let nearest: HTMLElement | null = null;
  for (const block of root?.querySelectorAll<HTMLElement>('[data-line]') ?? []) {
    const begins = Number(block.dataset['line']);
    if (begins <= line && (nearest === null || begins >= Number(nearest.dataset['line']))) nearest = block;
  }
  return nearest;
}

interface LazyPartProps {
  part: Part;
  atOnce: boolean;
  /** A page was asked for: only what comes to the top later tells another one. */
  isAsked: boolean;
  onPage: (page: number) => void;
}

function LazyPart({ part, atOnce, isAsked, onPage }: LazyPartProps) {
  const { ref: nearRef, entry: near } = useIntersection({ rootMargin: RENDER_MARGIN, scrollMargin: RENDER_MARGIN });
  const { ref: topRef, entry: top } = useIntersection({ rootMargin: '-10% 0px -80% 0px' });
  const ref = useMergedRef(nearRef, topRef);
  const [seen, setSeen] = useState(atOnce);
  const rendered = seen || atOnce || (near?.isIntersecting ?? false);
  useEffect(() => {
    if (near?.isIntersecting) setSeen(true);
  }, [near?.isIntersecting]);
  // only when a part comes to the top: repeated at each rendering, it would undo the page that a click has opened
  const tellPage = useEffectEvent(onPage);
  const isAtTop = top?.isIntersecting ?? null;
  const wasSeen = useRef(false);
  useEffect(() => {
    if (isAtTop === null) return;
    const isLater = wasSeen.current;
    wasSeen.current = true;
    if (isAtTop && part.page !== null && (isLater || !isAsked)) tellPage(part.page);
  }, [isAtTop, isAsked, part.page]);
  return (
    <Box
      ref={ref}
      component="section"
      dir="auto"
      mih={rendered ? undefined : Math.max(MIN_PART_PIXELS, part.text.length * PIXELS_PER_CHAR)}
    >
      {rendered ? <MarkdownPart part={part} /> : null}
    </Box>
  );
}
