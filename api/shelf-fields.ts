/** Validates what users call their shelves: names and tags. */
import { invalid } from '../contract/errors.js';
import { NAME_MAX_LENGTH } from '../contract/shelf.js';
import { TAG_MAX_LENGTH } from '../contract/vocabulary.js';
import { cutText, requireSeen } from './text.js';

/** The name, trimmed. Throws ServiceError 400. */
export function checkName(given: string): string {
  return check('name', given.trim(), NAME_MAX_LENGTH);
}

/**
 * The tags in normal form C, trimmed and with single spaces, each once. Those in `known` pass: a client that sends a shelf's
 * list back must not be refused for a tag that an earlier release allowed. Throws ServiceError 400 with the `index`.
 */
export function checkTags(given: readonly string[], known: readonly string[]): string[] {
  return [
    ...new Set(
      given.map((tag, index) =>
        known.includes(tag)
          ? tag
          : check('tags', tag.normalize('NFC').trim().replace(/ +/g, ' '), TAG_MAX_LENGTH, { index }),
      ),
    ),
  ];
}

function check(field: string, text: string, maxLength: number, more: object = {}): string {
  if (text === '') throw invalid(field, 'too_short', `${field}: at least one character`, more);
  requireSeen(field, text, more);
  if (!text.isWellFormed()) throw invalid(field, 'invalid_characters', `${field}: half a character`, more);
  if (cutText(text, maxLength) !== text)
    throw invalid(field, 'too_long', `${field}: at most ${maxLength} characters`, { maxLength, ...more });
  return text;
}
