/** Extracts lines from a file while it is read; only the requested lines are held in memory. */
const LF = 0x0a;

export interface LineRange {
  /** The bytes of these lines, including line ends. */
  body: Buffer;
  /** Of the whole file. */
  totalLines: number;
}

/** Reads `count` lines from line `first` (from 1) on; `Infinity` for all up to the end. */
export async function readLineRange(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  first: number,
  count: number,
): Promise<LineRange> {
  const kept: Buffer[] = [];
  /** Complete lines so far; the next byte belongs to the one after them. */
  let ended = 0;
  let isOpen = false;
  for await (const chunk of source) {
    let [from, to] = [ended + 1 >= first && ended + 1 < first + count ? 0 : chunk.length, chunk.length];
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) {
      ended += 1;
      if (ended + 1 === first) from = at + 1;
      if (ended + 1 === first + count) to = at + 1;
    }
    if (from < to) kept.push(chunk.subarray(from, to));
    if (chunk.length > 0) isOpen = chunk[chunk.length - 1] !== LF;
  }
  return { body: Buffer.concat(kept), totalLines: ended + (isOpen ? 1 : 0) };
}
