/** Defined terms of a contract. */
import { LINE_BREAK, linesOf, type Block, type Span } from '../block-model.js';
import { plainText } from '../markdown/text.js';

const QUOTED = /^[“"‘']([^”"’']{2,80})[”"’'](?=[\s:,(]|$)/;
const MEANS =
  /^(?:\s*\([^)]*\))?\s*(?:[:–—-]|means\b|mean\b|has the (?:same )?meaning\b|have the meaning\b|shall mean\b|refers to\b|includes?\b|is defined\b)\s*/i;
/** "(the **Supplier**)", "(“Supplier”)": a term defined where it is first used. */
const INLINE_QUOTED =
  /\((?:(?:hereinafter|together|collectively|each)[^)]{0,40}?\s)?(?:the|an?)?\s*[“"]([^”"]{2,60})[”"]\s*\)/gi;

/** The term that a paragraph defines at its start, bold or in quotation marks, and its definition. */
function leading(printed: readonly Span[]): { term: string; definition: string } | null {
  const spans = withoutClauseNumber(printed);
  const text = plainText(spans);
  const first = spans.find((span) => span.text.trim());
  const bold = first?.bold ? plainText(spans.slice(0, boldLength(spans))) : null;
  const term = bold ?? QUOTED.exec(text)?.[0];
  if (!term || term.length > 90) return null;
  const rest = text.slice(term.length);
  const colon = /[:–—]$/.test(term);
  if (!colon && !MEANS.test(rest)) return null;
  const name = term
    .replace(/[:–—\s]+$/, '')
    .replace(/^[“"‘']|[”"’']$/g, '')
    .trim();
  const definition = rest.replace(/^(?:\s*[:–—-])\s*/, '').trim();
  return name && definition && !/^\d/.test(name) ? { term: name, definition } : null;
}

/** Without the clause's number or letter before the term: "1.1 “Fees” means". */
function withoutClauseNumber([first, ...rest]: readonly Span[]): Span[] {
  if (!first) return [];
  const text = first.text.replace(/^\s*(?:\d+(?:\.\d+)*[.)]?|\([a-z0-9]{1,4}\))\s*/i, '');
  if (text.length === first.text.length) return [first, ...rest];
  return text ? [{ ...first, text }, ...rest] : rest;
}

/** How many spans from the start are bold (white space between them counts). */
function boldLength(spans: readonly Span[]): number {
  let length = 0;
  while (length < spans.length && (spans[length]!.bold || !spans[length]!.text.trim())) length++;
  return length;
}

/** Letters before a bold term that may open its brackets. */
const OPENING = 40;

/** Terms in brackets after what they denote: the definition is the whole paragraph. */
function bracketed(spans: readonly Span[]): { term: string; definition: string }[] {
  const text = plainText(spans);
  const terms = [...text.matchAll(INLINE_QUOTED)].map((match) => match[1]!.trim());
  let before = '';
  for (const [index, span] of spans.entries()) {
    const after = spans[index + 1]?.text ?? '';
    if (span.bold && /\((?:the|an?|each an?|together the)?\s*$/i.test(before) && /^\s*\)/.test(after))
      terms.push(span.text.trim());
    before = (before + span.text).slice(-OPENING);
  }
  return terms.map((term) => ({ term, definition: text }));
}

/** The parts of a paragraph: where its author broke the lines, each that begins with a definition begins one. */
function partsOf(spans: readonly Span[]): Span[][] {
  const parts: Span[][] = [];
  for (const line of linesOf(spans)) {
    if (parts.length === 0 || leading(line)) parts.push(line);
    else parts.at(-1)!.push({ text: LINE_BREAK }, ...line);
  }
  return parts;
}

/** The terms that a block defines. */
export function definitionsIn(block: Block): { term: string; definition: string }[] {
  if (block.kind === 'paragraph') {
    return partsOf(block.spans).flatMap((part) => {
      const own = leading(part);
      return own ? [own] : bracketed(part);
    });
  }
  if (block.kind === 'list') return block.items.flatMap((item) => item.blocks.flatMap(definitionsIn));
  if (block.kind !== 'table') return [];
  return block.rows.flatMap(([term, text, ...more]) => {
    if (!term?.spans[0]?.bold || !text || more.length > 0) return [];
    return [{ term: plainText(term.spans), definition: plainText(text.spans) }];
  });
}

/** How many terms are defined as contracts do: in brackets where they are first used, or in quotation marks before "means". */
export function countDefinedTerms(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => {
    if (block.kind === 'list') return sum + block.items.reduce((own, { blocks }) => own + countDefinedTerms(blocks), 0);
    if (block.kind !== 'paragraph') return sum;
    return partsOf(block.spans).reduce((own, part) => own + (isMeant(part) ? 1 : bracketed(part).length), sum);
  }, 0);
}

/** Begins with a term in quotation marks before "means". */
function isMeant(spans: readonly Span[]): boolean {
  const text = plainText(withoutClauseNumber(spans));
  const quoted = QUOTED.exec(text)?.[0];
  return quoted !== undefined && MEANS.test(text.slice(quoted.length));
}
