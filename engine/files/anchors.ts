/** Anchors that GitHub-flavoured Markdown gives to headings: what `file.md#anchor` may lead to. */

import { isAscii } from '../text-rules.js';
import { lineKinds } from './code.js';

/** A heading's rendered text (no Markdown syntax) as an anchor, as GitHub makes it. */
export function anchorOf(heading: string): string {
  const text = heading.trim().toLowerCase();
  const kept = text.replace(isAscii(text) ? /[^\w\- ]/g : /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '');
  return kept.replaceAll(' ', '-');
}

/** Makes the anchors of one file, in the order of its headings: the second of a name gets `-1`, and so on. */
export function createAnchors(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const base = anchorOf(heading);
    let anchor = base;
    while (used.has(anchor)) {
      const count = (used.get(base) ?? 0) + 1;
      used.set(base, count);
      anchor = `${base}-${count}`;
    }
    used.set(anchor, 0);
    return anchor;
  };
}

/** More of a heading makes no anchor that anybody would write. */
const MAX_HEADING_CHARS = 20_000;

/**
 * A heading's Markdown as rendered: escaped characters stay, links leave their text, marks and tags go. Lengths are bounded,
 * so that many openings without ends take linear time.
 */
function rendered(markdown: string): string {
  return markdown
    .slice(0, MAX_HEADING_CHARS)
    .replace(
      /\\([!-/:-@[-`{-~])|<\/?(?:sup|sub|del)>|~~|[*`]|\[([^\]]{0,2000})\]\((?:<[^>]{0,2000}>|[^()\s]{0,2000})\)/g,
      (_, escaped: string | undefined, label: string | undefined) => escaped ?? label ?? '',
    );
}

export interface HeadingLine {
  /** Counted from 1. */
  line: number;
  level: number;
  text: string;
  anchor: string;
  /** Whether it holds nothing but its text, neither a link nor a mark of a footnote: then the anchor is sure. */
  isPlain: boolean;
  /** Whether it is within a quote or a list. */
  isNested: boolean;
}

/** The headings of a Markdown file, the engine's or of people, as a reader's program sees them, code blocks left aside. */
export const headingLines = (content: string): HeadingLine[] => [...headings(content)];

/** The same one by one. */
export function* headings(content: string): Generator<HeadingLine, undefined> {
  if (!content.includes('#')) return;
  const next = createAnchors();
  const lines = content.split(/\r?\n/);
  const kinds = lineKinds(lines);
  for (const [index, line] of lines.entries()) {
    const heading = line.includes('#') && kinds[index] === 'text' ? /^([\s>]*)(#{1,6}) (.*)$/.exec(line) : null;
    if (!heading) continue;
    const [, before, marks, markdown] = heading;
    const text = rendered(markdown!);
    const isPlain = !/(?<!\\)(?:\[\^|\]\()/.test(markdown!);
    yield { line: index + 1, level: marks!.length, text, anchor: next(text), isPlain, isNested: before !== '' };
  }
}
