import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The panes of a reader. A narrow window shows one at a time. */
export const PANES = ['Files', 'Text', 'Page'] as const;
export type PaneName = (typeof PANES)[number];

/** A place within a file. */
export interface Spot {
  /** Counted from 1. */
  line?: number;
  /** Of the PDF, counted from 1. */
  page?: number;
}

/** What is open in a reader. It is in the address, so that a link leads to it. */
export interface Place {
  file: string | null;
  /** Counted from 1. */
  line: number | null;
  /** Of the PDF, counted from 1. */
  page: number | null;
  /** What a narrow window shows. */
  pane: PaneName;
  /** How often a page was chosen: each time the text scrolls there, also in the file that is open already. */
  turns: number;
  show: (pane: PaneName) => void;
  /**
   * Changes the address; another file forgets line and page. A choice can be undone by the browser's Back, and leads to
   * the text, even that of the file that is open already. Scrolling replaces the address of what is scrolled, and no other.
   */
  open: (to: Spot & { file?: string }, how?: 'choice' | 'scroll') => void;
  /** Where in a file the reader is, as it turns out later: nothing when another file has been opened since. */
  settle: (file: string, at: Spot) => void;
}

export function usePlace(): Place {
  const [pathname, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const [pane, show] = useState<PaneName>('Text');
  const [turns, setTurns] = useState(0);
  const file = search.get('file');
  const open: Place['open'] = (to, how = 'scroll') => {
    // as it is now: Back may have changed it since this was rendered
    const next = new URLSearchParams(window.location.search);
    const isChoice = how === 'choice';
    // what is scrolled has been left meanwhile
    if (!isChoice && (window.location.pathname !== pathname || next.get('file') !== file)) return;
    if (isChoice) show('Text');
    if (isChoice && to.page !== undefined && to.line === undefined) setTurns(turns + 1);
    if (to.file !== undefined) for (const name of ['line', 'page']) next.delete(name);
    for (const [name, value] of Object.entries(to)) next.set(name, String(value));
    navigate(`${pathname}?${next}`, { replace: !isChoice });
  };
  const settle: Place['settle'] = (settled, { line, page }) => {
    const next = new URLSearchParams(window.location.search);
    const named = next.get('file');
    // the file that is shown where none is named is so in both
    const isOpen = named === settled || (named === null && file === null);
    if (window.location.pathname !== pathname || !isOpen) return;
    if (line !== undefined) {
      next.set('line', String(line));
      next.delete('page');
    }
    if (page !== undefined) next.set('page', String(page));
    navigate(`${pathname}?${next}`, { replace: true });
  };
  return {
    file,
    line: numberOf(search.get('line')),
    page: numberOf(search.get('page')),
    pane,
    turns,
    show,
    open,
    settle,
  };
}

/** A function that says whether the file that the address names now is still the one that it names. */
export function placeWatch(): () => boolean {
  const named = () => `${window.location.pathname} ${new URLSearchParams(window.location.search).get('file') ?? ''}`;
  const then = named();
  return () => named() === then;
}

export const spotOf = (line: number, page: number | null): Spot => ({ line, ...(page !== null && { page }) });

/** A positive integer of an address; null for anything else. */
export function numberOf(text: string | null): number | null {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
