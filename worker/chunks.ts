/** Pages in chunks, worked on at once. */

export type Chunk = [first: number, last: number, pages: number[]];

export function chunks(pages: readonly number[], length: number): Chunk[] {
  return Array.from({ length: Math.ceil(pages.length / length) }, (_, i) => {
    const part = pages.slice(i * length, (i + 1) * length);
    return [part[0]!, part.at(-1)!, part];
  });
}

/** Works on all chunks at once. The first that fails ends the others, and nothing is at work when this returns. */
export async function allOrNone<T>(
  signal: AbortSignal,
  parts: readonly Chunk[],
  work: (chunk: Chunk, stop: AbortSignal) => Promise<T>,
): Promise<T[]> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const tasks = parts.map((chunk) =>
    work(chunk, stop).catch((error: unknown) => {
      failed.abort(error); // the other ranges end as well, with this reason
      throw error;
    }),
  );
  // The scratch folder goes when the caller is done: nothing may still be writing there.
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
