/** Pages of a tagged document: each text with the elements around it, outermost first ("L#1", "LI#2", "P#3"). */
import type { Page } from '../../engine/model.js';
import type { TagElement } from '../../engine/tag-model.js';
import { page, words, type TextAt } from './pages.js';

export interface TaggedText extends TextAt {
  /** Roles, each with a sign that tells elements of one role apart; the same path is the same element. */
  tags: string[];
  spans?: { colSpan?: number; rowSpan?: number };
}

/** A page of texts with their tags. A text of '' makes its elements only, as an empty cell does. */
export function taggedPage(texts: readonly TaggedText[]): Page {
  const elements: TagElement[] = [];
  const content: Record<number, number> = {};
  const known = new Map<string, number>();
  const elementOf = (path: readonly string[], spans: TaggedText['spans']): number | undefined => {
    const key = path.join('/');
    if (path.length === 0) return undefined;
    const found = known.get(key);
    if (found !== undefined) return found;
    const parent = elementOf(path.slice(0, -1), undefined);
    const role = path.at(-1)!.split('#')[0]!;
    const index = elements.push({ role, ...(parent === undefined ? {} : { parent }), ...spans }) - 1;
    known.set(key, index);
    return index;
  };
  const runs = texts.flatMap((text, mcid) => {
    const element = elementOf(text.tags, text.spans);
    if (element !== undefined) content[mcid] = element;
    return text.text === '' ? [] : words(text, 100 * mcid).map((run) => ({ ...run, mcid }));
  });
  return { ...page([]), runs, tags: { elements, content } };
}
