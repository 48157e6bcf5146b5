/** Anchors that GitHub-flavoured Markdown gives to headings: what `file.md#anchor` may lead to. */

/** A heading's text as shown (no Markdown syntax) as an anchor, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replace(/ /g, '-');
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

/** A heading's Markdown as it is shown: escaped characters stay, links show their text, marks and tags go. */
function shown(markdown: string): string {
  return markdown.replace(
    /\\([!-/:-@[-`{-~])|<\/?(?:sup|sub)>|[*`]|\[([^\]]*)\]\((?:<[^>]*>|[^()\s]*)\)/g,
    (_, escaped: string | undefined, label: string | undefined) => escaped ?? label ?? '',
  );
}

export interface HeadingLine {
  /** Counted from 1. */
  line: number;
  level: number;
  text: string;
  anchor: string;
}

/** The headings of a Markdown file, the engine's or of people, as a reader's program sees them, code blocks left aside. */
export function headingLines(content: string): HeadingLine[] {
  const next = createAnchors();
  let fence: string | null = null;
  return content.split(/\r?\n/).flatMap((line, index) => {
    const [, mark, info = ''] = /^[\s>]*(?:[-+*]\s+)?(`{3,}|~{3,})([^`]*)$/.exec(line) ?? [];
    if (mark && (fence === null || (mark.startsWith(fence) && info.trim() === ''))) {
      fence = fence === null ? mark : null;
      return [];
    }
    const heading = fence === null ? /^[\s>]*(#{1,6}) (.*)$/.exec(line) : null;
    if (!heading) return [];
    const text = shown(heading[2]!);
    return [{ line: index + 1, level: heading[1]!.length, text, anchor: next(text) }];
  });
}
