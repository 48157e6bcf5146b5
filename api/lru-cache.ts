/** A cache in memory for content that never changes; evicts the least recently used. */

const MAX_CACHE_BYTES = 64 * 1024 * 1024;

export interface Loaded<T> {
  value: T;
  /** Memory that it takes in the cache. */
  sizeBytes: number;
}

export type LruCache = ReturnType<typeof createLruCache>;

/** A cache of up to `maxBytes`. A key identifies content and its form: a hash, and what was made from it. */
export function createLruCache(maxBytes = MAX_CACHE_BYTES) {
  /** In the order of use, the most recent last. */
  const entries = new Map<string, Loaded<unknown>>();
  const loading = new Map<string, Promise<Loaded<unknown>>>();
  let cachedBytes = 0;

  function add(key: string, loaded: Loaded<unknown>): Loaded<unknown> {
    // the same content may have been loaded from two objects
    if (loaded.sizeBytes > maxBytes || entries.has(key)) return loaded;
    entries.set(key, loaded);
    cachedBytes += loaded.sizeBytes;
    for (const [oldest, { sizeBytes }] of entries) {
      if (cachedBytes <= maxBytes) break;
      entries.delete(oldest);
      cachedBytes -= sizeBytes;
    }
    return loaded;
  }

  /**
   * Returns the cached value, or loads it. Concurrent requests for the same key and object share one load. They do not
   * share it between objects with equal content, so that a missing object is no error to the readers of another one.
   */
  return async <T>(key: string, object: string, load: () => Promise<Loaded<T>>): Promise<T> => {
    const cached = entries.get(key);
    if (cached) {
      entries.delete(key);
      entries.set(key, cached);
      return cached.value as T;
    }
    const source = `${key} ${object}`;
    let pending = loading.get(source);
    if (!pending) {
      pending = load()
        .then((loaded) => add(key, loaded))
        .finally(() => loading.delete(source));
      loading.set(source, pending);
    }
    return (await pending).value as T;
  };
}
