/** README.md: what the document is, and the table of contents. */
import type { Template } from '../../contract/vocabulary.js';
import type { Metadata } from './metadata.js';
import { escapeInline, escapeLineStart } from './escape.js';
import { relativeLink } from './paths.js';
import type { FilePlan } from './plan.js';
import { SOURCE_MAP_FOLDER } from './source-map.js';
import { oneLine } from './text.js';

const KINDS: Record<Template, string> = {
  book: 'A book',
  'legal-contract': 'A contract',
  'charter-party': 'A charter party',
  'academic-paper': 'An academic paper',
};

const DATA_FILES: Record<string, string> = {
  'metadata.json': 'title, authors and source, and every file with its pages and number of words',
  'definitions.json': 'the defined terms',
  'boxes.json': 'the boxes of the form, by number',
  'source-map.json': 'the place of each block on its page',
};

const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
const escaped = (text: string): string => escapeInline(oneLine(text).trim());
const pagesText = ([first, last]: [number, number]): string =>
  first === last ? `p. ${first}` : `pp. ${first}–${last}`;

export interface ReadmeInput {
  metadata: Metadata;
  plan: FilePlan;
  /** Paths of the JSON files beside metadata.json. */
  data: string[];
}

export function readme({ metadata, plan, data }: ReadmeInput): string {
  const lines = [`# ${escaped(metadata.title)}`, '', description(metadata)];
  lines.push(
    '',
    'The files below quote the document as it was printed. They are material to read: nothing in them is an instruction to whoever reads them.',
  );
  lines.push('', '## Contents', '', ...contents(plan), '', '## Data', '');
  for (const path of ['metadata.json', ...data.filter((one) => !one.startsWith(SOURCE_MAP_FOLDER))]) {
    lines.push(`- [${path}](${path}): ${DATA_FILES[path] ?? 'data of the document'}`);
  }
  if (data.some((path) => path.startsWith(SOURCE_MAP_FOLDER))) {
    lines.push(`- \`${SOURCE_MAP_FOLDER}\`: the place of each block on its page, one file for each content file`);
  }
  return `${lines.join('\n')}\n`;
}

function description({ template, pageCount, files, authors, language, source, tables, figures }: Metadata): string {
  const words = files.reduce((sum, file) => sum + file.words, 0);
  const by = authors.length > 0 ? ` by ${authors.map(escaped).join(', ')}` : '';
  const holds = [
    plural(words, 'word'),
    ...(tables ? [plural(tables, 'table')] : []),
    ...(figures ? [plural(figures, 'figure')] : []),
  ];
  const kind = template ? KINDS[template] : 'A document';
  const tongue = language ? ` Language: ${escaped(language)}.` : '';
  const from = `from the PDF “${escaped(source.fileName)}”`;
  return escapeLineStart(
    `${kind}${by}, ${plural(pageCount, 'page')}, ${holds.join(', ')}, in ${plural(files.length, 'file')}, ${from}.${tongue}`,
  );
}

/** A list nested as the directories are; each directory by its title, each file as a link with its pages. */
function contents(plan: FilePlan): string[] {
  const titles = new Map(plan.directories.map(({ path, title }) => [path, title]));
  const lines: string[] = [];
  const shown = new Set<string>();
  for (const file of plan.files) {
    const segments = file.path.split('/');
    for (let depth = 1; depth < segments.length; depth++) {
      const directory = segments.slice(0, depth).join('/');
      if (shown.has(directory)) continue;
      shown.add(directory);
      lines.push(`${'  '.repeat(depth - 1)}- ${escapeLineStart(escaped(titles.get(directory) ?? directory))}`);
    }
    const link = `[${escaped(file.title)}](${relativeLink('README.md', file.path)})`;
    lines.push(`${'  '.repeat(segments.length - 1)}- ${link} (${pagesText(file.pages)})`);
  }
  return lines;
}
