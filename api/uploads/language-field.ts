/** The field `language` of an upload. */
import { invalid } from '../../contract/errors.js';
import { dataFor, languageNames } from '../../infra/recognition-languages.js';

/**
 * The installed languages that the field names, joined by "+"; null where it is not given.
 *
 * @param given codes separated by commas
 * @param setting the installed languages, joined by "+"
 * @throws ServiceError 400 that lists the installed ones
 */
export function checkLanguage(given: string | undefined, setting: string): string | null {
  if (given === undefined) return null;
  const installed = languageNames(setting);
  const found = given.split(',').map((code) => dataFor(code.trim(), installed));
  if (found.some((names) => names.length === 0))
    throw invalid('language', 'not_installed', `language: codes of ${installed.join(', ')}, separated by commas`, {
      installed,
    });
  return [...new Set(found.flat())].join('+');
}
