/**
 * Links through operations. What a link meant is noted when its text enters the tree (with the tree, or by a write), as a
 * node; where that node is at the end, the link leads. So operations act on the links of all files, whatever their order.
 */
import { relativeLink, resolveLink } from '../files/paths.js';
import { scanLinks, type Target } from './link-scan.js';
import { LINK_ATTRIBUTES, partsOf, replaceLinks } from './replace-links.js';
import { below, find, pathOf, type Directory, type FileNode, type Node } from './tree.js';

/** What the targets of a file's links meant; by the path as it is written. A path where nothing was stays one. */
type Meant = Map<string, Node | string>;

export interface Links {
  /** Notes what the links of a file mean, which was written just now. */
  note(file: FileNode): void;
  /** The text of a file with its links as they are to be at the end. */
  renewed(file: FileNode): string;
}

/** Notes the links of all files; `renewed` is for when all operations are done. */
export function createLinks(root: Directory): Links {
  const meant = new Map<FileNode, Meant>();
  /** Links to what is not there yet, by the path they name. */
  const waiting = new Map<string, { links: Meant; written: string }[]>();

  const note = (file: FileNode): void => {
    const links = linksOf(root, file);
    meant.set(file, links);
    for (const [written, path] of links) {
      if (typeof path !== 'string') continue;
      const others = waiting.get(path) ?? [];
      others.push({ links, written });
      waiting.set(path, others);
    }
    const own = pathOf(file);
    for (const { links: of, written } of waiting.get(own) ?? []) of.set(written, file);
    waiting.delete(own);
  };
  for (const { node } of below(root)) if (node.kind === 'file') note(node);

  let now: Map<Node, string> | null = null;
  return {
    note,
    renewed: (file) => {
      now ??= new Map(below(root).map(({ path, node }) => [node, path]));
      const paths = now;
      const own = pathOf(file);
      const links = meant.get(file) ?? new Map<string, never>();
      const replacements = new Map<string, string | null>();
      for (const [written, target] of links) {
        const replacement = replacementOf({ root, paths, own }, written, target);
        if (replacement !== undefined) replacements.set(written, replacement);
      }
      return replacements.size === 0 ? file.content : replaceLinks(file.content, replacements);
    },
  };
}

interface Now {
  root: Directory;
  paths: ReadonlyMap<Node, string>;
  /** Path of the file that holds the link. */
  own: string;
}

/** What to write instead; null for a target that is gone, undefined to leave the link as it is. */
function replacementOf({ root, paths, own }: Now, written: string, target: Node | string): string | null | undefined {
  const known = typeof target === 'string' ? undefined : paths.get(target);
  const at = known ?? (typeof target === 'string' ? target : pathOf(target));
  // a link that led nowhere from the start is none of an operation's business
  if (known === undefined && !find(root, at)) return typeof target === 'string' ? undefined : null;
  if (resolveLink(own, written) === at) return undefined;
  return `${relativeLink(own, at)}${written.endsWith('/') ? '/' : ''}`;
}

function linksOf(root: Directory, file: FileNode): Meant {
  const links: Meant = new Map();
  const own = pathOf(file);
  if (!own.endsWith('.md')) return links;
  const see = ({ url }: Target): void => {
    const [written] = partsOf(url);
    const path = written === '' || links.has(written) ? null : resolveLink(own, written);
    if (path) links.set(written, find(root, path) ?? path);
  };
  scanLinks(file.content, {
    link: ({ target }) => see(target),
    definition: ({ target }) => see(target),
    reference: () => undefined,
    tag: ({ attributes }) => {
      for (const name of LINK_ATTRIBUTES) {
        const target = attributes.get(name);
        if (target) see(target);
      }
    },
  });
  return links;
}
