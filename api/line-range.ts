/** Lines of a file, cut out of its bytes as they come: only those that are asked for are kept. */
const LF = 0x0a;

export interface LineRange {
  /** Exactly the file's bytes of these lines, line ends included. */
  body: Buffer;
  /** Of the whole file. */
  totalLines: number;
}

/** `count` lines from line `first` (counted from 1) on; `Infinity` means all to the end. */
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
