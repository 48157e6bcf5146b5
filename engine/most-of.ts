/** What most of them have, by weight; of equals the first. */
export function mostOf<T, K>(all: Iterable<T>, weighed: (one: T) => readonly [key: K, weight: number]): K | undefined {
  const weights = new Map<K, number>();
  for (const one of all) {
    const [key, weight] = weighed(one);
    weights.set(key, (weights.get(key) ?? 0) + weight);
  }
  let most: K | undefined;
  let best = -Infinity;
  for (const [key, weight] of weights) if (weight > best) [most, best] = [key, weight];
  return most;
}
