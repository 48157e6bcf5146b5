/**
 * Runs `work` on all items concurrently. The first failure aborts the others with its error as their signal's reason.
 * Resolves or rejects only once nothing runs any more, so that a caller may remove what the work was writing to.
 * @param work gets an item and a signal that aborts with `signal` or with the first failure
 */
export async function allOrNone<Item, Result>(
  signal: AbortSignal,
  items: readonly Item[],
  work: (item: Item, stop: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const tasks = items.map((item) =>
    work(item, stop).catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  const results = await Promise.allSettled(tasks);
  if (failed.signal.aborted) throw failed.signal.reason;
  return results.map((result) => (result as PromiseFulfilledResult<Result>).value);
}
