/** docs/trees.md: a worked example of each template, made from the documents in test/golden/corpus. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Template } from '../../contract/vocabulary.js';
import { structureDocument, verifyTree, type VerifiedTree } from '../../engine/index.js';
import { readPages } from '../support/pdf.js';

const DOC = join('docs', 'trees.md');

const EXAMPLES: { name: string; template: Template | null; file: RegExp; about: string }[] = [
  {
    name: 'book',
    template: 'book',
    file: /front-matter\.md$/,
    about:
      'Front matter, then a directory of chapters for each part, then back matter. A chapter over 20 KB becomes a directory of its sections; sections below 2 KB share a file.',
  },
  {
    name: 'contract',
    template: 'legal-contract',
    file: /clause-1-/,
    about:
      'One file for each clause and schedule, however small. References to clauses are links, and `definitions.json` holds the defined terms.',
  },
  {
    name: 'charter',
    template: 'charter-party',
    file: /clause-1-/,
    about:
      'The boxes of Part I are in one file and in `boxes.json`; each printed clause and each rider clause has a file of its own.',
  },
  {
    name: 'paper',
    template: 'academic-paper',
    file: /abstract\.md$/,
    about:
      'One file for each section, with fixed names for the sections that papers have in common (`abstract`, `introduction`, `methods`, `results`, `discussion`, `conclusion`, `references`, `appendix-...`).',
  },
  {
    name: 'letter',
    template: null,
    file: /\.md$/,
    about:
      'Without a template the headings decide: a main section is a file, a section over 20 KB is a directory, and a short document stays one file.',
  },
];

async function treeOf(name: string, template: Template | null): Promise<VerifiedTree> {
  const { info, pages } = await readPages(readFileSync(join('test', 'golden', 'corpus', `${name}.pdf`)));
  const options = { template, source: { fileName: `${name}.pdf`, sha256: '0'.repeat(64), sizeBytes: 0 } };
  return verifyTree(info, pages, structureDocument(info, pages, options), { ...options, policy: 'balanced' });
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

How each template turns a document into files. Every tree has \`README.md\` (the table of contents), content files in reading order, \`metadata.json\` and the source map ([schemas](schemas/), served under \`/v1/helpers/schemas/\`; how agents read a tree: [reading.md](reading.md)).

- A paragraph is one line, and so is a row of a table. Where the author broke the lines, as in an address or a signature, each is a line that ends in two spaces, which Markdown reads as a line break.
- Content files begin with \`title\` and \`pages\`, mark the start of each page as \`<!-- page 12 -->\`, and keep printed numbers and heading levels.
- Text that is struck out, by a line through its words or by a reader's mark, as in contracts on printed forms, stays in its place between tildes, \`~~like this~~\` (\`<del>\` in HTML tables, and where the tildes would not be read as a mark). It is part of the printed page and not of what was agreed.
- References ("clause 4.2", "Table 3") and the PDF's own links become relative links if their target is unambiguous. They lead to the file, and within it to the heading that is the target or precedes it, because headings are the only anchors in Markdown.
- \`metadata.json\` gives the source of each page's text (\`pageSources\`: \`text\`, \`recognised\` or \`mixed\`) with its confidence, and lists each table with its file, line, page, box, rows, columns and confidence (\`tableList\`). Consecutive pages with the same source and confidence share an entry.
- Pictures are omitted. Their captions are paragraphs, the labels inside a figure become a comment (\`<!-- figure: ... -->\`), \`figures\` in \`metadata.json\` counts them, and \`figureList\` names each with its file, line, page, box and caption: \`pages/{page}.png?box=\` draws it. Pictures without a caption or labels are in the list as well, with the line that is printed above them.
- If a template does not fit, the headings decide instead: \`tier\` is \`degraded\`, \`fallbackApplied\` is true, and the [finding](findings.md) \`template_mismatch\` says why.

The convert command also writes the content files joined into one (\`a.md\`), in which footnote labels are made unique and links lead to places in the same file.`;

test('docs/trees.md shows what the engine makes', async () => {
  const sections: string[] = [];
  for (const example of EXAMPLES) sections.push(section(example, await treeOf(example.name, example.template)));
  const text = `${[INTRO, ...sections].join('\n\n')}\n`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(DOC, text);
  expect(readFileSync(DOC, 'utf8')).toBe(text);
});
