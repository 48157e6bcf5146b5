/** Links between the files of a shelf. */

export interface FileLink {
  /** From the root of the shelf. */
  file: string;
  /** Without the `#`; empty where the link leads to the file's beginning. */
  anchor: string;
}

/** What sanitising puts before every id (rehype-sanitize), so that none of a PDF is one of the page. */
const ID_PREFIX = 'user-content-';

/** The ids of footnotes and of the marks that lead to them (remark-gfm): they are on the page as it is rendered. */
const FOOTNOTE = /^#(?:user-content-)?fn(?:ref)?-/;

/** Where a relative link of a file leads, also within it; null for a link that leaves the shelf, or to a footnote. */
export function fileLink(from: string, href: string): FileLink | null {
  // a scheme, another host, another page of this one
  if (href === '' || FOOTNOTE.test(href) || /^(?:[a-z][a-z\d+.-]*:|[/?\\])/i.test(href)) return null;
  const [path = '', anchor = ''] = href.split('#', 2);
  if (path === '') return { file: from, anchor: decoded(anchor) };
  const segments = from.split('/').slice(0, -1);
  for (const segment of decoded(path).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return { file: segments.join('/'), anchor: decoded(anchor) };
}

/** What is left of a link that no file of the shelf is meant by: another site's address, or a place on the page; else null. */
export function outerLink(href: string, here: string): string | null {
  if (FOOTNOTE.test(href)) return `#${ID_PREFIX}${href.slice(1)}`;
  const url = URL.parse(href, here);
  if (url?.protocol === 'mailto:') return url.href;
  const isElsewhere = url !== null && /^https?:$/.test(url.protocol) && url.origin !== new URL(here).origin;
  return isElsewhere ? url.href : null;
}

/** Unchanged if it is no valid percent-encoding. */
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

/** The text of a heading without its markup. */
export const plainHeading = (heading: string): string =>
  heading
    .replace(/\\([!-/:-@[-`{-~])|<\/?(?:sup|sub|del)>|~~|[*`]/g, (_, escaped: string | undefined) => escaped ?? '')
    .trim();

const anchorOf = (heading: string): string =>
  plainHeading(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replace(/ /g, '-');
