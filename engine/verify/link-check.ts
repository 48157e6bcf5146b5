/** Links of the shelf's Markdown: each leads to a file of the shelf, and to a heading of it where it names one. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import { headingLines } from '../files/anchors.js';
import { decoded, resolveLink } from '../files/paths.js';
import { finding } from '../findings.js';
import type { UnverifiedTree } from '../shelf.js';

const LINK = /(?<!\\)\]\((?:<([^<>]*)>|([^()\s<>]+))\)|<a href="([^"]*)">/g;

const withoutCode = (content: string): string =>
  content.includes('`')
    ? content.replace(/^(`{3,})[^]*?^\1$/gm, '').replace(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g, '')
    : content;

/** Targets of the relative links of a Markdown file, code left aside. */
function relativeLinks(content: string): string[] {
  return [...withoutCode(content).matchAll(LINK)]
    .map(([, bracketed, bare, html]) => bracketed ?? bare ?? html ?? '')
    .filter((url) => !/^[a-z]+:/i.test(url));
}

export function checkLinks({ files }: UnverifiedTree): AuditFinding[] {
  const markdown = new Map(files.map(({ path, content }) => [path, path.endsWith('.md') ? content : null]));
  const anchors = new Map<string, Set<string>>();
  const hasAnchor = (path: string, anchor: string): boolean => {
    const known = anchors.get(path) ?? new Set(headingLines(markdown.get(path) ?? '').map((heading) => heading.anchor));
    anchors.set(path, known);
    return known.has(anchor);
  };
  return [...markdown].flatMap(([path, content]) =>
    relativeLinks(content ?? '').flatMap((link) => {
      const [to = '', anchor] = link.split('#');
      const target = to === '' ? path : resolveLink(path, to);
      if (target === null || !markdown.has(target)) {
        return [finding('broken_link', `The link to ${link} leads nowhere.`, { file: path })];
      }
      if (anchor === undefined || hasAnchor(target, decoded(anchor))) return [];
      return [
        finding('broken_anchor', `The link to ${link} names a heading that ${target} does not have.`, { file: path }),
      ];
    }),
  );
}
