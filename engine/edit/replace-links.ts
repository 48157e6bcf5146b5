/** A Markdown file with other targets in its links; a link without a target becomes its text. No line is added or lost. */
import { escapeLineStart } from '../markdown/escape.js';
import { encoded } from '../files/paths.js';
import { scanLinks, type Target } from './link-scan.js';

export const LINK_ATTRIBUTES = ['href', 'src'] as const;

/** The path of a link, and its query and anchor. */
export function partsOf(url: string): [string, string] {
  const at = url.search(/[?#]/);
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
}

/** Tags that go with their target: the text of an anchor stays, and the alternative text of an image. */
const REMOVED = new Set(['a', 'img']);

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** `replacements` by the path as the link has it, escapes aside; null for none any more. Anchors stay. */
export function replaceLinks(content: string, replacements: ReadonlyMap<string, string | null>): string {
  const edits: Edit[] = [];
  /** What to write for a target: undefined for the same, null for nothing. */
  const newTarget = ({ url }: Target): string | null | undefined => {
    const [path, rest] = partsOf(url);
    const replacement = replacements.get(path);
    return typeof replacement === 'string' ? replacement + rest.replace(/[\s<>()"'`\\]/g, encoded) : replacement;
  };
  const retarget = (target: Target, to: string): void => void edits.push({ ...target, text: to });
  const remove = (start: number, end: number, text = ''): void => {
    edits.push({ start, end, text: text + '\n'.repeat(content.slice(start, end).split('\n').length - 1) });
  };
  const lost = lostLabels(content, newTarget);
  let isInLostAnchor = false;
  scanLinks(content, {
    link: ({ target, ...at }) => {
      const to = newTarget(target);
      if (to === null) unlink(content, at, { edits, remove });
      else if (to !== undefined) retarget(target, to);
    },
    reference: (at) => {
      if (lost.has(at.label)) unlink(content, at, { edits, remove });
    },
    definition: ({ start, end, label, target }) => {
      const to = newTarget(target);
      if (lost.has(label) && to === null) remove(start, end);
      else if (to) retarget(target, to);
    },
    tag: ({ start, end, name, isClosing, attributes }) => {
      const isAnchor = name === 'a';
      if (isAnchor && isClosing && isInLostAnchor) remove(start, end);
      if (isAnchor) isInLostAnchor = false;
      for (const target of LINK_ATTRIBUTES.flatMap((attribute) => attributes.get(attribute) ?? [])) {
        const to = newTarget(target);
        if (to === undefined) continue;
        if (to !== null || !REMOVED.has(name)) {
          retarget(target, to ?? '');
          continue;
        }
        if (isAnchor) isInLostAnchor = !isClosing;
        remove(start, end, isAnchor ? '' : attributes.get('alt')?.url);
      }
    },
  });
  return applied(content, edits);
}

/** Labels whose definition, the first of each, leads nowhere any more. */
function lostLabels(content: string, newTarget: (target: Target) => string | null | undefined): Set<string> {
  const isLost = new Map<string, boolean>();
  if (!content.includes(']:')) return new Set();
  scanLinks(content, {
    link: () => undefined,
    reference: () => undefined,
    tag: () => undefined,
    definition: ({ label, target }) => {
      if (!isLost.has(label)) isLost.set(label, newTarget(target) === null);
    },
  });
  return new Set([...isLost].flatMap(([label, lost]) => (lost ? [label] : [])));
}

interface Removal {
  edits: Edit[];
  remove: (start: number, end: number, text?: string) => void;
}

/** Leaves the text of a link: what it says must not turn into a list or a heading where a line begins. */
function unlink(
  content: string,
  { start, open, close, end }: { start: number; open: number; close: number; end: number },
  { edits, remove }: Removal,
): void {
  const before = content.slice(content.lastIndexOf('\n', start - 1) + 1, start);
  const text = content.slice(open, close).split('\n')[0]!;
  const safe = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)*$/.test(before) ? escapeLineStart(text) : text;
  const hasInner = edits.some((edit) => edit.start >= open && edit.end <= open + text.length);
  if (safe === text || hasInner) remove(start, open);
  else edits.push({ start, end: open + text.length, text: safe });
  remove(close, end);
}

/** The text that a reader sees of Markdown, near enough to count its words: no comments, tags or targets. */
export function readableText(content: string): string {
  const edits: Edit[] = [];
  const hide = ({ start, end }: { start: number; end: number }): void => void edits.push({ start, end, text: ' ' });
  scanLinks(content, {
    link: ({ close, end }) => hide({ start: close + 1, end }),
    definition: hide,
    reference: () => undefined,
    tag: hide,
    comment: hide,
  });
  return applied(content, edits);
}

function applied(content: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < done) continue;
    parts.push(content.slice(done, start), text);
    done = end;
  }
  parts.push(content.slice(done));
  return parts.join('');
}
