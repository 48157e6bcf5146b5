/** The words that the files show: Markdown as it is written, read back without its syntax. */
import { lineKinds } from '../files/code.js';
import { wordsOf } from '../markdown/text.js';
import type { ShelfFile } from '../shelf.js';

const TAGS = /<\/?(?:table|thead|tbody|tr|th|td|strong|em|del|code|sup|sub|a)(?:\s[^<>]*)?>/g;
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

const NOTE_MARK = /\[\^([^\]\s]+)\]/g;
/** A note's mark as it is printed, of its label in the file. */
const printedMark = (label: string): string => label.replace(/-\d+$/, '').replace(/^note$/, '');

/** What a reader sees of one line outside a code fence. */
function visible(line: string): string {
  let text = line;
  if (text.includes('<!--')) {
    text = text
      .replace(/<!-- figure: (.*?) -->/g, (_, labels: string) => labels.replace(/[\\*`<>[\]&]/g, '\\$&'))
      .replace(/(?<!\\)<!--(?:(?!<!--).)*?-->/g, ' ');
  }
  if (text.includes('](')) text = text.replace(/(?<!\\)\]\((?:<[^>]*>|[^()\s]*)\)/g, ']');
  if (text.includes('[^')) text = text.replace(NOTE_MARK, (_, label: string) => ` ${printedMark(label)} `);
  if (text.includes('<')) text = text.replace(TAGS, (tag) => (/^<\/?(?:t|su[bp])/.test(tag) ? ' ' : ''));
  if (text.includes('&')) text = text.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);
  return text.replace(/\\(?=[!-/:-@[-`{-~])|(?<!\\)(?:[*`]|~~)/g, '');
}

/** Lines of a file as a reader sees them, one for one: what holds no text (front matter, comments, fences) is empty. */
export function visibleLines(content: string): string[] {
  const lines = content.split('\n');
  const body = lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0;
  const kinds = lineKinds(lines);
  return lines.map((line, at) => {
    if (at < body || kinds[at] === 'fence') return '';
    return kinds[at] === 'code' ? line : visible(line);
  });
}

/** Words of a file, line by line. Several checks ask for those of the same file. */
export function wordsByLine(file: ShelfFile): readonly (readonly string[])[] {
  return readBack(file).words;
}

/** A file's text as a reader sees it, line by line. */
export function linesOf(file: ShelfFile): readonly string[] {
  return readBack(file).lines;
}

interface ReadBack {
  content: string;
  lines: string[];
  words: string[][];
}

/** What `readBack` has given: three checks ask for the words of each file, and reading them is most of their work. */
const known = new WeakMap<ShelfFile, ReadBack>();

function readBack(file: ShelfFile): ReadBack {
  const before = known.get(file);
  if (before?.content === file.content) return before;
  const lines = visibleLines(file.content);
  const read = { content: file.content, lines, words: lines.map(wordsOf) };
  known.set(file, read);
  return read;
}
