/** Content that never changes, kept in memory for the next reader: what was used last is kept longest. */

const MAX_KEPT_BYTES = 64 * 1024 * 1024;

export interface Loaded<T> {
  value: T;
  /** What it costs to keep. */
  sizeBytes: number;
}

export type Kept = ReturnType<typeof createLruCache>;

/** A store of up to `maxBytes`. A key names one content of one type: a hash, and what was made of it. */
export function createLruCache(maxBytes = MAX_KEPT_BYTES) {
  const kept = new Map<string, Loaded<unknown>>();
  const underWay = new Map<string, Promise<Loaded<unknown>>>();
  let keptBytes = 0;

  function keep(key: string, loaded: Loaded<unknown>): Loaded<unknown> {
    // of one content that came from two objects the first stays
    if (loaded.sizeBytes > maxBytes || kept.has(key)) return loaded;
    kept.set(key, loaded);
    keptBytes += loaded.sizeBytes;
    for (const [oldest, { sizeBytes }] of kept) {
      if (keptBytes <= maxBytes) break;
      kept.delete(oldest);
      keptBytes -= sizeBytes;
    }
    return loaded;
  }

  /**
   * What is kept under the key, else what `load` gives. Requests for what is on its way from the same object wait for the
   * same loading; where equal content lies in several objects, one that is gone is no error to the readers of another.
   */
  return async <T>(key: string, object: string, load: () => Promise<Loaded<T>>): Promise<T> => {
    const found = kept.get(key);
    if (found) {
      // last in the map is used last
      kept.delete(key);
      kept.set(key, found);
      return found.value as T;
    }
    const way = `${key} ${object}`;
    let loading = underWay.get(way);
    if (!loading) {
      loading = load()
        .then((loaded) => keep(key, loaded))
        .finally(() => underWay.delete(way));
      underWay.set(way, loading);
    }
    return (await loading).value as T;
  };
}
