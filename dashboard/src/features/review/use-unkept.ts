import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Library } from '../../shared/reader/library.js';
import { isAt } from './operations.js';

/**
 * Texts typed into the editor that are no pending change yet, by path. A text is given up only when it is cancelled, or
 * when the pending changes hold it: a change that was refused, or never answered, loses nothing. The browser asks before
 * the page is left with one.
 */
export function useUnkept({ localText }: Library) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const texts = useMemo(
    () => new Map([...typed].filter(([path, text]) => text !== localText?.(path))),
    [typed, localText],
  );
  useEffect(() => {
    // or a kept text would come back as an unkept one when its change is undone
    if (texts.size < typed.size) setTyped(texts);
  }, [texts, typed]);
  const isAny = texts.size > 0;
  useEffect(() => {
    if (!isAny) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAny]);
  /** Null gives the text up. */
  const set = useCallback(
    (path: string, text: string | null) =>
      setTyped((before) => {
        const next = new Map(before);
        if (text === null) next.delete(path);
        else next.set(path, text);
        return next;
      }),
    [],
  );
  /** The texts of a file or folder go with it. */
  const move = useCallback(
    (from: string, to: string) =>
      setTyped(
        (before) =>
          new Map(
            Array.from(before, ([path, text]) =>
              isAt(path, from) ? [to + path.slice(from.length), text] : [path, text],
            ),
          ),
      ),
    [],
  );
  return { texts, set, move };
}
