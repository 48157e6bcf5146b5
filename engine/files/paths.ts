/** Names of files: slugs from titles, numbers that make the listing the reading order, and the links between them. */

import { isAscii } from '../text-rules.js';

const MAX_SLUG_CHARS = 60;

/** Letters that decomposition leaves alone but that have a usual spelling in ASCII. */
const SPELLED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  '&': ' and ',
};

/**
 * A title as a path segment: lower-case ASCII words with hyphens between them; a title in another script keeps its
 * letters. `untitled` when nothing is left.
 */
export function slugOf(title: string): string {
  const text = title.normalize('NFKC').toLowerCase().replace(/[’'‘]/g, '');
  const spelled = text.replace(/[ßæœøłđðþıħŧ&]/g, (char) => SPELLED[char] ?? char);
  const ascii = isAscii(spelled) ? spelled : spelled.normalize('NFKD').replace(/\p{M}+/gu, '');
  const letters = (value: string, pattern: RegExp): number => (value.match(pattern) ?? []).length;
  const isLatin = isAscii(ascii) || letters(ascii, /[a-z]/g) * 2 >= letters(ascii, /\p{L}/gu);
  const words = isLatin
    ? ascii.replace(/[^a-z0-9]+/g, '-')
    : text.normalize('NFC').replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return cutSlug(words.replace(/^-+|-+$/g, '')) || 'untitled';
}

/** Cut at a word's end where one is near, never inside a surrogate pair. */
function cutSlug(slug: string): string {
  if (slug.length <= MAX_SLUG_CHARS) return slug;
  const head = slug.slice(0, MAX_SLUG_CHARS + 1);
  const at = head.lastIndexOf('-');
  const cut = at > MAX_SLUG_CHARS / 2 ? head.slice(0, at) : slug.slice(0, MAX_SLUG_CHARS);
  return cut
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/-+$/, '')
    .normalize('NFC');
}

/** `05` for the fifth of up to 99 entries, `005` for the fifth of up to 999. At least two digits. */
export function numberPrefix(position: number, count: number): string {
  return String(position).padStart(Math.max(2, String(count).length), '0');
}

/** By code points, which is the order of the UTF-8 bytes too. */
export function comparePaths(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Relative path from the file `from` to the file `to`, as a link writes it: safe in Markdown and in an attribute. */
export function relativeLink(from: string, to: string): string {
  const base = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) shared++;
  const steps = [...base.slice(shared).map(() => '..'), ...target.slice(shared)];
  return steps.map(encoded).join('/');
}

/** Text percent-encoded so that it ends no target, with brackets or without, and no attribute. */
export const encoded = (text: string): string =>
  /^[\w.-]*$/.test(text)
    ? text
    : encodeURIComponent(text).replace(/['()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);

/** The path that a relative link in the file `from` names; null for a link that is not relative or leaves the shelf. */
export function resolveLink(from: string, link: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(link)) return null;
  const segments = from.split('/').slice(0, -1);
  for (const step of link.split('/').map(decoded)) {
    if (step.includes('/')) return null;
    if (step === '..' && segments.pop() === undefined) return null;
    if (step !== '..' && step !== '.' && step !== '') segments.push(step);
  }
  const path = segments.join('/');
  return isAscii(path) ? path : path.normalize('NFC');
}

/** Text without percent-encoding; one that is none stays as it is. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign is a percent sign
  }
}
