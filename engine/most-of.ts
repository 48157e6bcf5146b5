/** What most of them have, by their letters; of equals the first. */
export function mostOf<T extends { readonly text: string }, K>(all: Iterable<T>, keyOf: (one: T) => K): K | undefined {
  const letters = new Map<K, number>();
  for (const one of all) {
    const key = keyOf(one);
    letters.set(key, (letters.get(key) ?? 0) + one.text.length);
  }
  let most: K | undefined;
  let best = -Infinity;
  for (const [key, count] of letters) if (count > best) [most, best] = [key, count];
  return most;
}
