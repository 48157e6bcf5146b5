/** The field `language` of an upload. */
import { invalid } from '../../contract/errors.js';
import { dataFor, languageNames } from '../../infra/recognition-languages.js';

/** Several times the codes of all languages that data exist for; each code takes some microseconds to look up. */
const MAX_CHARS = 1_000;

/**
 * The installed languages that the field names, joined by "+"; null if it is not given.
 *
 * @param given codes separated by commas
 * @param setting the installed languages, joined by "+"
 * @throws ServiceError 400 that lists the installed ones
 */
export function checkLanguage(given: string | undefined, setting: string): string | null {
  if (given === undefined) return null;
  const installed = languageNames(setting);
  const codes = given.length <= MAX_CHARS ? given.split(',') : [''];
  const found = codes.map((code) => dataFor(code.trim(), installed));
  if (found.some((names) => names.length === 0))
    throw invalid('language', 'not_installed', `language: codes of ${installed.join(', ')}, separated by commas`, {
      installed,
    });
  return [...new Set(found.flat())].join('+');
}
