/** Links between the files of a shelf. */

export interface FileLink {
  /** From the root of the shelf. */
  file: string;
  /** Without the `#`; empty where the link leads to the file's beginning. */
  anchor: string;
}

/** What sanitising puts before every id (rehype-sanitize), so that none of a PDF is one of the page. */
export const ID_PREFIX = 'user-content-';

/** Where a relative link of a file leads; null for a link that leaves the shelf, or goes on in the same file. */
export function fileLink(from: string, href: string): FileLink | null {
  // a scheme, another host, another page of this one, a place in the same file
  if (href === '' || /^(?:[a-z][a-z\d+.-]*:|[/#?\\])/i.test(href)) return null;
  const [path = '', anchor = ''] = href.split('#', 2);
  const segments = from.split('/').slice(0, -1);
  for (const segment of decoded(path).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return { file: segments.join('/'), anchor: decoded(anchor) };
}

/** As it stands where it is no percent-encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The line of the heading that has this anchor (as GitHub makes them), counted from 1; null where none has it. */
export function lineOfAnchor(text: string, anchor: string): number | null {
  const index = text.split('\n').findIndex((line) => {
    const heading = /^#{1,6} (.*)$/.exec(line)?.[1];
    return heading !== undefined && anchorOf(heading) === anchor;
  });
  return index < 0 ? null : index + 1;
}

const anchorOf = (heading: string): string =>
  heading
    .replace(/\\([!-/:-@[-`{-~])|<\/?(?:sup|sub)>|[*`]/g, (_, escaped: string | undefined) => escaped ?? '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replace(/ /g, '-');
