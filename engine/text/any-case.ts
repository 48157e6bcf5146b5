const ESCAPE = String.raw`\\[pP]\{[^}]*\}|\\.`;
const TOKEN = new RegExp(String.raw`${ESCAPE}|\[((?:${ESCAPE}|[^\]\\])*)\]|\p{L}`, 'gu');
const IN_CLASS = new RegExp(String.raw`${ESCAPE}|\p{L}(?:-\p{L})?`, 'gu');

const cases = (letters: string): string => {
  const [lower, upper] = [letters.toLowerCase(), letters.toUpperCase()];
  return lower === upper ? letters : lower + upper;
};

/**
 * The source of a pattern, for letters in either case. A pattern of several parts of which some keep their case cannot have
 * the flag `i`, and Node 22 cannot switch it within the pattern, "(?-i:...)".
 * @param source with letters, classes, groups without names and escapes
 */
export function anyCase(source: string): string {
  return source.replace(TOKEN, (token: string, inClass: string | undefined) => {
    if (token.startsWith('\\')) return token;
    if (inClass === undefined) return cases(token).length > token.length ? `[${cases(token)}]` : token;
    return `[${inClass.replace(IN_CLASS, (part) => (part.startsWith('\\') ? part : cases(part)))}]`;
  });
}
