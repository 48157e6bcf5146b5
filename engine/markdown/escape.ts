/**
 * Escaping, so that Markdown shows what was printed. Only what could be read as syntax gets a backslash: the text is
 * for people and agents to read, and to be searched.
 */

const INLINE = /[\\`*[\]~]|<(?=[A-Za-z/!?])/g;
/** Underscores inside a word never open emphasis. */
const UNDERSCORES = /(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
const ENTITY = /&(?=#?[\p{L}\p{N}]+;)/gu;
/** A dollar that could open or close mathematics: GitHub reads `$x$`. */
const DOLLAR = /\$(?=\S)|(?<=\S)\$/g;

/** Escapes text inside a line. */
export function escapeInline(text: string): string {
  let escaped = text.replace(INLINE, '\\$&');
  // both are dear to compile, and most documents have neither character
  if (text.includes('_')) escaped = escaped.replace(UNDERSCORES, (run) => '\\_'.repeat(run.length));
  escaped = escaped.replace(DOLLAR, '\\$&');
  return text.includes('&') ? escaped.replace(ENTITY, '\\&') : escaped;
}

/** An address that GitHub links as it stands. Which white space ends it differs between parsers; a backslash is part of it. */
const BARE_ADDRESS = /(?:https?|ftp):\/\/|www\./i;

/**
 * Escaped text as it can follow `before` in a line: behind a bare address a backslash might not keep a tag from being one,
 * so its `<` becomes an entity.
 */
export function afterAddress(before: string, escaped: string): string {
  if (!escaped.includes('\\<')) return escaped;
  const from = BARE_ADDRESS.test(before) ? 0 : escaped.search(BARE_ADDRESS);
  return from < 0 ? escaped : escaped.slice(0, from) + escaped.slice(from).replaceAll('\\<', '&lt;');
}

/** Whether a bare address ends a line, so that what follows would be a part of it. */
export const endsInAddress = (line: string): boolean =>
  BARE_ADDRESS.test(line.slice(Math.max(...[' ', '\t', '\n'].map((space) => line.lastIndexOf(space))) + 1));

/** A code span as it can follow `before` in a line: an address would take its first backtick for its own. */
export function codeAfterAddress(before: string, code: string): string {
  return endsInAddress(before) ? ` ${code}` : code;
}

/** Escapes what has a meaning only at the start of a line, in a line that is already escaped inside. */
export function escapeLineStart(line: string): string {
  const number = /^(\d{1,9})([.)])/.exec(line);
  if (number) return `${number[1]}\\${line.slice(number[1]!.length)}`;
  if (/^(#{1,6}(\s|$)|>|[-+](\s|$)|=+\s*$|-+\s*$|:?-+:?\s*$)/.test(line)) return `\\${line}`;
  return line;
}

/** Escapes a rendered cell of a pipe table; a bar splits cells even inside code. */
export function escapeCell(markdown: string): string {
  return markdown.replaceAll('|', '\\|');
}

/** Escapes text inside an HTML table, where Markdown is not read. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A code span; its fence is longer than any run of backticks in the text. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** A link's target between angle brackets where it needs them. */
export function linkTarget(url: string): string {
  const safe = withoutEntities(encodeBreaks(url));
  return /[()]/.test(safe) ? `<${safe}>` : safe;
}

/** The value of an `href`. An empty line would end the HTML around it. */
export function hrefOf(url: string): string {
  return escapeHtml(encodeBreaks(url)).replaceAll('"', '%22');
}

/** Encodes what would end a link's target, and what cannot be seen. */
function encodeBreaks(url: string): string {
  return url.toWellFormed().replace(/[\s<>\\`\p{Cc}\p{Cf}]/gu, (char) => encodeURIComponent(char));
}

/** Readers of Markdown resolve entities within a target as well. */
const withoutEntities = (url: string): string => url.replace(/&(?=#?\w+;)/g, '&amp;');

/** Whether a link of the document may become a link of the shelf: no scripts, no local files. */
export function isSafeUrl(url: string): boolean {
  return /^(https?:|mailto:|tel:)/i.test(url) || /^(?:\.\.?\/|#|[\p{L}\p{N}])[^:]*$/u.test(url);
}

/**
 * A YAML scalar in double quotes: JSON's escapes are YAML's. What does not know of front matter reads a heading there, so
 * that no tag and no target of a link may begin.
 */
export function yamlString(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('](', ']\\u0028');
}
