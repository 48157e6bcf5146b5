/** Order of words. */
import { firstAtLeast } from '../geometry.js';

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
    tails[firstAtLeast(tails, place)] = place;
  }
  return tails.length;
}
