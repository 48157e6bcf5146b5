/** Order of words. */

/**
 * How many of the words that occur once in both lists would have to move for both to have the same order.
 * Near-linear: what is left of a longest ascending run of places.
 */
export function displaced(words: readonly string[], printed: readonly string[]): number {
  const places = onceIn(printed);
  const own = onceIn(words);
  const order = words.flatMap((word) => (own.has(word) ? (places.get(word) ?? []) : []));
  return order.length - longestAscending(order);
}

/** Places of the words that occur once. */
function onceIn(words: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (const [at, word] of words.entries()) {
    if (places.has(word)) twice.add(word);
    else places.set(word, at);
  }
  for (const word of twice) places.delete(word);
  return places;
}

function longestAscending(order: readonly number[]): number {
  const tails: number[] = [];
  for (const place of order) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tails[middle]! < place) low = middle + 1;
      else high = middle;
    }
    tails[low] = place;
  }
  return tails.length;
}
