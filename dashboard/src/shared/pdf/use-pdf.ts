import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { formatBytes } from '../format.js';
import { openPdf, pdfError } from './document.js';

/** Opens a PDF: `pdf` is null until it is open, `fetched` how much of it has come; `retry` opens it again. */
export function usePdf(url: string) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [fetched, setFetched] = useState('');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const open = openPdf(url, (loaded, total) => setFetched(`${formatBytes(loaded)} of ${formatBytes(total)}`));
    let current = true;
    open.pdf
      .then((opened) => current && setPdf(opened))
      .catch(async (failed: unknown) => {
        const reason = await pdfError(url, failed);
        if (current) setError(reason);
      });
    return () => {
      current = false;
      setPdf(null);
      setError(null);
      open.close();
    };
  }, [url, tries]);
  return { pdf, error, fetched, retry: () => setTries(tries + 1) };
}
