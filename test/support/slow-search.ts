/** Searches that take long, for tests of what ends them. */
import type { Job } from '../../reading/readers.js';

/** Some 0.1 MB a second on a text without order; within a line there is no look at the clock. */
export const SLOW = '[ab]*a[ab]{900}[cd]';
let state = 1;
export const unordered = (length: number): string =>
  Array.from({ length }, () => ((state = (state * 48_271) % 2_147_483_647) & 64 ? 'a' : 'b')).join('');
export const LINES = Array.from({ length: 3000 }, () => unordered(2000)).join('\n');
/** One line of 4 MB, several times as much as `SLOW` gets through before it is killed. */
export const STUCK_LINE = unordered(250_000).repeat(16);
const treeOf = (text: string, name: string = text.slice(0, 5)) => ({
  sha256: `${name}/${text.length}`,
  load: () => Promise.resolve(new Map([['a.md', text]])),
});

export function searching(regex: string, text: string, { account = 'a', timeoutMs = 60_000 } = {}): Job<'search'> {
  return { name: 'search', input: { regex, limit: 5, timeoutMs }, account, tree: treeOf(text) };
}

export function outlining(text: string, { account = 'a' } = {}): Job<'outline'> {
  return { name: 'outline', input: { depth: 6, by: 'files', offset: 1 }, account, tree: treeOf(text) };
}
