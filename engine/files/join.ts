/**
 * The content files of a shelf as one Markdown text, in reading order: no front matter, no page marks, labels of footnotes
 * unique, links between the files turned into links within the text. A link to a place that has no heading of its own in
 * the joined text becomes text.
 */
import type { ShelfFile } from '../shelf.js';
import { createAnchors, headingLines } from './anchors.js';
import { lineKinds } from './code.js';
import { bodyOf } from './content.js';

export function joinFiles(files: readonly ShelfFile[]): string {
  const contents = files.filter(({ path }) => path.endsWith('.md') && path !== 'README.md');
  const anchors = joinedAnchors(contents);
  const used = new Set<string>();
  return contents
    .map(({ path, content }) => {
      const labels = new Map<string, string>();
      const label = (own: string): string => {
        const known = labels.get(own);
        if (known !== undefined) return known;
        let unique = own;
        for (let count = 2; used.has(unique); count++) unique = `${own}-${count}`;
        used.add(unique);
        labels.set(own, unique);
        return unique;
      };
      return outsideCode(bodyOf(content), (text) =>
        text
          .replace(/(?<!\\)\[\^([^\]\s]+)\]/g, (_, own: string) => `[^${label(own)}]`)
          .replace(LINK, (whole, shown: string, bracketed?: string, bare?: string) =>
            linked(whole, { shown, to: anchors(path, bracketed ?? bare ?? '') }),
          ),
      );
    })
    .join('\n');
}

const LINK = /(?<![\\!])\[((?:[^[\]\\]|\\.)+)\]\((?:<([^<>]*)>|([^()\s<>]+))\)/g;

/** `to` is null for a link out of the shelf, undefined for one that leads nowhere here. */
function linked(whole: string, { shown, to }: { shown: string; to: string | null | undefined }): string {
  if (to === null) return whole;
  return to === undefined ? shown : `[${shown}](#${encodeURIComponent(to)})`;
}

type Find = (from: string, link: string) => string | null | undefined;

/** The anchors that the headings have in the joined text. */
function joinedAnchors(contents: readonly ShelfFile[]): Find {
  const next = createAnchors();
  const known = new Map<string, string>();
  for (const { path, content } of contents) {
    for (const [at, { text, anchor }] of headingLines(content).entries()) {
      const joined = next(text);
      if (at === 0) known.set(`${path}#`, joined);
      known.set(`${path}#${anchor}`, joined);
    }
  }
  return (from, link) => {
    if (/^[a-z]+:/i.test(link)) return null;
    const url = new URL(link, `file:///${from.split('/').map(encodeURIComponent).join('/')}`);
    return known.get(`${decodeURIComponent(url.pathname.slice(1))}#${decodeURIComponent(url.hash.slice(1))}`);
  };
}

/** Applies `change` to what is neither in a code block nor in a code span. */
function outsideCode(markdown: string, change: (text: string) => string): string {
  const lines = markdown.split('\n');
  const kinds = lineKinds(lines);
  return lines
    .map((line, at) => {
      if (kinds[at] !== 'text') return line;
      const parts = line.split(/((?<!`)(`+)(?!`).+?(?<!`)\2(?!`))/);
      // Of each match the list holds the span and its fence: texts are every third.
      return parts.map((part, nth) => (nth % 3 === 0 ? change(part) : nth % 3 === 1 ? part : '')).join('');
    })
    .join('\n');
}
