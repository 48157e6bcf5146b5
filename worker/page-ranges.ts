/** First and last page of a range, and all of its pages, which need not follow each other. */
export type PageRange = [first: number, last: number, pages: number[]];

/** The pages, ascending, in ranges of `length` pages at most. */
export function rangesOf(pages: readonly number[], length: number): PageRange[] {
  return Array.from({ length: Math.ceil(pages.length / length) }, (_, i) => {
    const part = pages.slice(i * length, (i + 1) * length);
    return [part[0]!, part.at(-1)!, part];
  });
}
