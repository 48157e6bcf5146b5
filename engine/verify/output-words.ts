/** The words that the files show: Markdown as it is written, read back without its syntax. */
import { bodyOf } from '../files/content.js';
import { wordsOf } from '../files/text.js';

const TAGS = /<\/?(?:table|thead|tbody|tr|th|td|strong|em|code|sup|sub|a)(?:\s[^<>]*)?>/g;
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** What a reader sees of one line outside a code fence. */
function visible(line: string): string {
  return line
    .replace(/<!--.*?-->/g, ' ')
    .replace(/(?<!\\)\]\((?:<[^>]*>|[^()\s]*)\)/g, ']')
    .replace(/\[\^([^\]\s]+)\]/g, (_, label: string) => ` ${label.replace(/-\d+$/, '').replace(/^note$/, '')} `)
    .replace(TAGS, (tag) => (/^<\/?(?:t|table)/.test(tag) ? ' ' : ''))
    .replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\\(?=[!-/:-@[-`{-~])|(?<!\\)[*`]/g, '');
}

/** Text of a content file as a reader sees it, line by line. */
export function visibleText(content: string): string {
  let fence: string | null = null;
  const lines = bodyOf(content)
    .split('\n')
    .flatMap((line) => {
      const mark = /^[\s>]*(?:[-+*]\s+)?(`{3,})\s*$/.exec(line)?.[1];
      if (fence !== null) {
        if (mark !== fence) return [line];
        fence = null;
        return [];
      }
      if (!mark) return [visible(line)];
      fence = mark;
      return [];
    });
  return lines.join('\n');
}

export function outputWords(content: string): string[] {
  return wordsOf(visibleText(content));
}
