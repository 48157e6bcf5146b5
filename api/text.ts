import { invalid } from '../contract/errors.js';

/** Cuts a text to `maxLength` characters as PostgreSQL counts them: code points, so that none is cut in half. */
export function cutText(text: string, maxLength: number): string {
  return Array.from(text).slice(0, maxLength).join('');
}

/**
 * Signs that nobody sees: controls, those that turn the direction of what follows, tags and codes of notation. Names with them
 * look like other names. Marks of direction (U+200E, U+200F, U+061C) stay: they move nothing but themselves.
 */
const UNSEEN =
  /[\p{Cc}\u202a-\u202e\u2066-\u2069\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

/** Throws ServiceError 400 for a name with signs that nobody sees. */
export function requireSeen(field: string, text: string, more: object = {}): void {
  if (withoutUnseen(text) !== text)
    throw invalid(field, 'invalid_characters', `${field}: no control characters, of direction neither`, more);
}
