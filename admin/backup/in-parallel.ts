/** Requests to the object store that are in flight at once. */
const AT_ONCE = 8;

/** Does the work for each item, some at a time. The first failure ends it, once what is in flight has ended. */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    const one = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => inFlight.delete(one));
    inFlight.add(one);
    if (inFlight.size >= AT_ONCE) await Promise.race(inFlight);
    if (failures.length > 0) break;
  }
  await Promise.all(inFlight);
  if (failures.length > 0) throw failures[0];
}
