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
 * As many of the items as fit beside `rest` into one answer, and the number of the first that does not, counted from
 * `first`. An item fits alone: texts in it are short. Items have to be there from `first` on.
 */
export function fitItems<T>(rest: object, items: readonly T[], first: number): { shown: T[]; next?: number } {
  let room = MAX_ANSWER - JSON.stringify(rest).length - RESERVED;
  const shown: T[] = [];
  for (const item of items) {
    room -= JSON.stringify(item).length + 1;
    if (room < 0) break;
    shown.push(item);
  }
  return shown.length < items.length ? { shown, next: first + shown.length } : { shown };
}
