import { useEffect, useMemo } from 'react';
import type { Library } from '../../shared/reader/library.js';
import { changeTyped, isUnstored, type Typed, useTyped } from '../../shared/typed-texts.js';
import { isAt } from './operations.js';

/**
 * Texts typed into the editor that are no pending change yet, by path. A text is given up only when it is cancelled, or
 * when the pending changes hold it: a change that was refused, or never answered, loses nothing. Where the browser cannot
 * store them it asks before the page is left.
 */
export function useUnsaved(shelf: string, { localText }: Library) {
  const typed = useTyped(shelf);
  const texts = useMemo(
    () => new Map([...typed].filter(([path, { text }]) => text !== localText?.(path))),
    [typed, localText],
  );
  useEffect(() => {
    // or a saved text would come back as an unsaved one when its change is undone
    if (texts.size < typed.size)
      changeTyped(shelf, (all) => {
        for (const path of typed.keys()) if (!texts.has(path)) all.delete(path);
      });
  }, [shelf, texts, typed]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnstored(shelf)) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [shelf]);
  return useMemo(() => ({ texts, ...actionsOn(shelf) }), [shelf, texts]);
}

const actionsOn = (shelf: string) => ({
  /** `base`: the file's text as it is now. */
  type: (path: string, text: string, base: string) =>
    changeTyped(shelf, (all) => all.set(path, { text, base: all.get(path)?.base ?? base })),
  giveUp: (path: string) => changeTyped(shelf, (all) => all.delete(path)),
  /** The text has been compared with what the file is now: that is no conflict any more. */
  compared: (path: string, base: string) =>
    changeTyped(shelf, (all) => {
      const typed = all.get(path);
      if (typed) all.set(path, { ...typed, base });
    }),
  /** The texts of a file or folder go with it. */
  move: (from: string, to: string) =>
    changeTyped(shelf, (all) => {
      const moved = Array.from(all, ([path, typed]): [string, Typed] =>
        isAt(path, from) ? [to + path.slice(from.length), typed] : [path, typed],
      );
      all.clear();
      for (const [path, typed] of moved) all.set(path, typed);
    }),
});
