/** Answers that fit into a model's context: every one has at most 25,000 characters, and says where the rest is. */

/** Most characters of an answer, counted as JavaScript does (UTF-16). */
export const MAX_ANSWER = 25_000;
/** For the numbers of a continuation, which are not known before the items. */
const RESERVED = 200;

/** The text, cut to `max` characters with a sign at its end, never within a character. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${cutAt(text, max - 1)}…`;
}

/** The first `max` characters, or one less where that would cut a character in two. */
export function cutAt(text: string, max: number): string {
  const isCut = /[\ud800-\udbff]/.test(text[max - 1] ?? '') && /[\udc00-\udfff]/.test(text[max] ?? '');
  return text.slice(0, isCut ? max - 1 : max);
}

/**
 * As many of the items as fit beside `rest` into `max` characters, an answer unless given, and the number of the first
 * that does not, counted from `first`. Items after that one are not asked for. Throws where not even the first fits, since
 * a client that continues from `next` would never progress: texts in items and in `rest` have to be short.
 */
export function fitItems<T>(
  rest: object,
  items: Iterable<T>,
  first: number,
  max = MAX_ANSWER,
): { shown: T[]; next?: number } {
  let room = max - JSON.stringify(rest).length - RESERVED;
  const shown: T[] = [];
  for (const item of items) {
    room -= JSON.stringify(item).length + 1;
    if (room >= 0) shown.push(item);
    else if (shown.length > 0) return { shown, next: first + shown.length };
    else throw new Error(`an item leaves ${-room} characters too many`);
  }
  return { shown };
}

/** What to ask for next where only a part of a list's page fits; pages of half the size begin where this one does. */
export function smallerPage(argument: string, { left, page, limit }: { left: number; page: number; limit: number }) {
  const half = Math.max(1, Math.floor(limit / 2));
  return `${left} more do not fit into one answer. Call again with ${argument}=${half}, page=${2 * page - 1}.`;
}
