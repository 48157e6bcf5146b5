/** docs/trees.md: a worked example of each template, made from the documents in test/golden/corpus. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Template } from '../../contract/vocabulary.js';
import { structureDocument, verifyDraft, type VerifiedTree } from '../../engine/index.js';
import { readPages } from '../support/pdf.js';

const DOC = join('docs', 'trees.md');

const EXAMPLES: { name: string; template: Template | null; file: RegExp; about: string }[] = [
  {
    name: 'book',
    template: 'book',
    file: /front-matter\.md$/,
    about:
      'Front matter, then parts as directories of chapters, then back matter. A chapter over 20 KB becomes a directory of its sections; sections below 2 KB share a file.',
  },
  {
    name: 'contract',
    template: 'legal-contract',
    file: /clause-1-/,
    about:
      'One file for each clause and schedule, however small; references to clauses are links; `definitions.json` holds the defined terms.',
  },
  {
    name: 'charter',
    template: 'charter-party',
    file: /clause-1-/,
    about: 'The boxes of Part I in one file and in `boxes.json`, each printed clause and each rider clause in its own.',
  },
  {
    name: 'paper',
    template: 'academic-paper',
    file: /abstract\.md$/,
    about:
      'One file for each section, under fixed names where papers share them (`abstract`, `introduction`, `methods`, `results`, `discussion`, `conclusion`, `references`, `appendix-...`).',
  },
  {
    name: 'letter',
    template: null,
    file: /\.md$/,
    about:
      'Without a template the headings decide: main sections are files, sections over 20 KB directories, what is short stays one file.',
  },
];

async function treeOf(name: string, template: Template | null): Promise<VerifiedTree> {
  const { info, pages } = await readPages(readFileSync(join('test', 'golden', 'corpus', `${name}.pdf`)));
  const options = { template, source: { fileName: `${name}.pdf`, sha256: '0'.repeat(64), sizeBytes: 0 } };
  return verifyDraft(info, pages, structureDocument(info, pages, options), { ...options, policy: 'balanced' });
}

const fenced = (text: string, lines: number): string => {
  const all = text.trimEnd().split('\n');
  return ['````', ...all.slice(0, lines), ...(all.length > lines ? ['...'] : []), '````'].join('\n');
};

function section(
  { name, template, file, about }: (typeof EXAMPLES)[number],
  { files, quality, audit }: VerifiedTree,
): string {
  const sizes = files
    .map(({ path, content }) => `${String(Buffer.byteLength(content)).padStart(7)}  ${path}`)
    .join('\n');
  const shown = files.find(({ path }) => path !== 'README.md' && file.test(path))!;
  return [
    `## ${template ?? 'No template'}`,
    `${about} From \`test/golden/corpus/${name}.pdf\`: tier \`${quality.tier}\`, granularity \`${quality.granularity}\`, audit \`${audit.status}\`.`,
    'Bytes and paths:',
    fenced(sizes, 60),
    '`README.md`:',
    fenced(files.find(({ path }) => path === 'README.md')!.content, 16),
    `\`${shown.path}\`:`,
    fenced(shown.content, 24),
  ].join('\n\n');
}

const INTRO = `# Trees

What becomes of a document, template by template. Every tree has \`README.md\` (the map), content files in reading order, \`metadata.json\` and the source map ([schemas](schemas/), served under \`/v1/helpers/schemas/\`; how agents read it: [reading.md](reading.md)). A paragraph is one line, and so is a row of a table. Content files begin with \`title\` and \`pages\`, mark each page's start as \`<!-- page 12 -->\`, and keep
printed numbers and heading levels. References ("clause 4.2", "Table 3") and the PDF's own links become relative links where exactly one place can be meant: to the file, and to the heading in it that the target is or stands under, as headings are the only anchors that Markdown has.
\`metadata.json\` says where the text of each page comes from (\`pageSources\`: \`text\`, \`recognised\`, \`mixed\`) and how far it can be trusted, and lists each table with its file, line, page, box, rows, columns and confidence (\`tableList\`); pages that follow each other and are alike share an entry.
Pictures hold no text and leave none: their captions are paragraphs, and \`figures\` in \`metadata.json\` counts them. When a template does not fit, the headings decide instead: \`tier\` is \`degraded\`, \`fallbackApplied\` is true, and the [finding](findings.md) \`template_mismatch\` says why.

The joined Markdown of the convert command (\`a.md\`) has labels of footnotes made unique and links turned into links within it.`;

test('docs/trees.md shows what the engine makes', async () => {
  const sections: string[] = [];
  for (const example of EXAMPLES) sections.push(section(example, await treeOf(example.name, example.template)));
  const text = `${[INTRO, ...sections].join('\n\n')}\n`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(DOC, text);
  expect(readFileSync(DOC, 'utf8')).toBe(text);
});
