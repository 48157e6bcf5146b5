import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useState } from 'react';

/** Most pixels of a page's width: more costs memory and shows nothing. */
const MAX_WIDTH_PIXELS = 2400;

interface Drawing {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Null until it is open. */
  pdf: PDFDocumentProxy | null;
  /** Counted from 1. */
  page: number;
  /** Of the page's place; 0 before that is known. */
  width: number;
}

/** Draws a page into the canvas, again whenever it is another one or another width. */
export function useDrawnPage({ canvas, pdf, page, width }: Drawing) {
  const [drawn, setDrawn] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const place = canvas.current;
    if (!pdf || !place || width === 0) return undefined;
    setDrawn(false);
    const drawing = drawPage(pdf, page, { canvas: place, width });
    let current = true;
    drawing.done
      .then(() => {
        if (current) setDrawn(true);
      })
      .catch((failed: unknown) => current && setError(failed));
    return () => {
      current = false;
      setError(null);
      drawing.cancel();
    };
  }, [canvas, pdf, page, width]);
  return { drawn, error };
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
