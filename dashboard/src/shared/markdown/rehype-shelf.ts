/** What the Markdown of shelves holds besides Markdown: page marks as comments, and tables with spans as HTML. */
import type { Element, ElementContent, Root, RootContent } from 'hast';
import { fromHtmlIsomorphic } from 'hast-util-from-html-isomorphic';

const PAGE_MARK = /^<!-- page (\d{1,6}) -->$/;

type Node = Root | RootContent;

/** Page marks become rules, HTML tables become elements, and all other HTML is shown as the text that it is. */
export function rehypeShelf() {
  return (tree: Root) => replaceRaw(tree);
}

function replaceRaw(node: Node): void {
  if (!('children' in node)) return;
  node.children = node.children.flatMap((child): ElementContent[] => {
    if (child.type === 'raw') return fromRaw(child);
    replaceRaw(child as RootContent);
    return [child as ElementContent];
  });
}

function fromRaw({ value, position }: { value: string; position?: Element['position'] }): ElementContent[] {
  const page = PAGE_MARK.exec(value.trim())?.[1];
  if (page !== undefined)
    return [{ type: 'element', tagName: 'hr', properties: { title: page }, children: [], ...at(position) }];
  if (!/^<table[\s>]/i.test(value)) return [{ type: 'text', value }];
  const { children } = fromHtmlIsomorphic(value, { fragment: true });
  return [{ type: 'element', tagName: 'div', properties: {}, children: children as ElementContent[], ...at(position) }];
}

const at = (position: Element['position']) => (position === undefined ? {} : { position });

/** Elements within a line of text: a click on one is about the block that it is in. */
const INLINE = new Set(['a', 'br', 'code', 'del', 'em', 'strong', 'sub', 'sup']);

/** Marks blocks with the line where they begin in the file: `offset` is the line before the text's first. Runs last. */
export function rehypeLines({ offset }: { offset: number }) {
  return (tree: Root) => markLines(tree, offset);
}

function markLines(node: Node, offset: number): void {
  if (node.type === 'element' && node.position && !INLINE.has(node.tagName))
    node.properties = { ...node.properties, 'data-line': String(node.position.start.line + offset) };
  if ('children' in node) for (const child of node.children) markLines(child, offset);
}
