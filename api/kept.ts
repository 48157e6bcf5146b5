/** Content that never changes, kept in memory for the next reader: what was used last is kept longest. */

const MAX_KEPT_BYTES = 64 * 1024 * 1024;

export interface Loaded<T> {
  value: T;
  /** What it costs to keep. */
  sizeBytes: number;
}

export type Kept = ReturnType<typeof createKept>;

/** A store of up to `maxBytes`. A key names one content of one type: a hash, and what was made of it. */
export function createKept(maxBytes = MAX_KEPT_BYTES) {
  const kept = new Map<string, Loaded<unknown>>();
  const underWay = new Map<string, Promise<Loaded<unknown>>>();
  let keptBytes = 0;

  function keep(key: string, loaded: Loaded<unknown>): void {
    if (loaded.sizeBytes > maxBytes) return;
    kept.set(key, loaded);
    keptBytes += loaded.sizeBytes;
    for (const [oldest, { sizeBytes }] of kept) {
      if (keptBytes <= maxBytes) break;
      kept.delete(oldest);
      keptBytes -= sizeBytes;
    }
  }

  /** What is kept under the key, else what `load` gives; requests for what is on its way wait for the same loading. */
  return async <T>(key: string, load: () => Promise<Loaded<T>>): Promise<T> => {
    const found = kept.get(key);
    if (found) {
      // last in the map is used last
      kept.delete(key);
      kept.set(key, found);
      return found.value as T;
    }
    let loading = underWay.get(key);
    if (!loading) {
      loading = load().finally(() => underWay.delete(key));
      underWay.set(key, loading);
      loading.then(
        (loaded) => keep(key, loaded),
        () => {}, // who asked is told
      );
    }
    return (await loading).value as T;
  };
}
