/** Searches that take long, for tests of what ends them. */
import type { Job } from '../../reading/readers.js';

/** Some 2 MB a second on a text without order; within a line there is no look at the clock. */
export const SLOW = '[ab]*a[ab]{900}[cd]';
let state = 1;
export const unordered = (length: number): string =>
  Array.from({ length }, () => ((state = (state * 48_271) % 2_147_483_647) & 64 ? 'a' : 'b')).join('');
export const LINES = Array.from({ length: 3000 }, () => unordered(2000)).join('\n');
const treeOf = (text: string, name: string = text.slice(0, 5)) => ({
  sha256: `${name}/${text.length}`,
  load: () => Promise.resolve(new Map([['a.md', text]])),
});

export function searching(regex: string, text: string, { account = 'a', timeoutMs = 60_000 } = {}): Job<'search'> {
  return { name: 'search', input: { regex, limit: 5, timeoutMs }, account, tree: treeOf(text) };
}
