import { useCallback, useState } from 'react';
import { useSearchParams } from 'wouter';

/** The panes of a reader. A narrow window shows one at a time. */
export const PANES = ['Files', 'Text', 'Page'] as const;
export type PaneName = (typeof PANES)[number];

/** What is open in a reader. It is in the address, so that a link leads to it. */
export interface Place {
  file: string | null;
  /** Counted from 1. */
  line: number | null;
  /** Of the PDF, counted from 1. */
  page: number | null;
  /** What a narrow window shows. */
  pane: PaneName;
  show: (pane: PaneName) => void;
  /**
   * Changes the address; another file forgets line and page. A choice can be undone by the browser's Back, and leads to
   * the text, even that of the file that is open already.
   */
  open: (to: { file?: string; line?: number; page?: number }, how?: 'choice' | 'scroll') => void;
}

export function usePlace(): Place {
  const [search, setSearch] = useSearchParams();
  const [pane, show] = useState<PaneName>('Text');
  const open = useCallback<Place['open']>(
    (to, how = 'scroll') => {
      if (how === 'choice') show('Text');
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          if (to.file !== undefined) for (const name of ['line', 'page']) next.delete(name);
          for (const [name, value] of Object.entries(to)) next.set(name, String(value));
          return next;
        },
        { replace: how === 'scroll' },
      );
    },
    [setSearch],
  );
  return {
    file: search.get('file'),
    line: numberOf(search.get('line')),
    page: numberOf(search.get('page')),
    pane,
    show,
    open,
  };
}

/** A positive integer of an address; null for anything else. */
export function numberOf(text: string | null): number | null {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
