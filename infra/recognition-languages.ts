/**
 * The languages that scanned pages can be recognised in. They have the names of Tesseract's data files, most of which are
 * ISO 639-2 codes ("deu"; "chi_sim" and "chi_tra" for one language in two scripts), and are joined by "+".
 */

/** Those whose data is installed with the service, the usual one first. */
export const INSTALLED_LANGUAGES = 'eng+deu+fra+spa+ita';

/** The names in a setting, each once. */
export const languageNames = (joined: string): string[] => [...new Set(joined.split('+'))];

/**
 * The installed data for a language, by its ISO 639-1 or 639-2 code or a tag that begins with one: `deu` for "de", "ger",
 * "deu" and "de-AT". Empty where there is none.
 */
export function dataFor(code: string, installed: readonly string[]): string[] {
  const language = languageOf(code);
  return installed.filter(
    (name) => name === code || (language !== null && languageOf(name.replace(/_.*/, '')) === language),
  );
}

/** The code that all codes of a language have in common; null if it is no code. */
function languageOf(code: string): string | null {
  try {
    return new Intl.Locale(code).language;
  } catch {
    return null; // a RangeError is the only way to learn that a text is no language tag
  }
}
