/** What a document is called. */
import { oneLine } from '../markdown/text.js';
import type { Block, StructuredDocument } from '../block-model.js';
import type { DocumentInfo, ParsedPage } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { isScan } from '../scans.js';
import { lettersOf, similarity } from '../text/similarity.js';
import { headingText } from './section.js';
import { subjectOf } from './subject.js';

/** Share of their letters that two titles have in common at least where recognition alone makes them two. */
const ALMOST = 0.85;

export interface TitleInput {
  /** As it stands on the page, and whether that was recognised from a picture. */
  printed: string;
  isRecognised: boolean;
  /** What the file calls itself. */
  ofFile: string;
  /** The heading that the text begins with. */
  opening: string;
  blocks: readonly Block[];
}

type TitleSource = 'printed' | 'of-file' | 'opening' | 'file-name';

const given = (source: 'printed' | 'ofFile' | 'opening', verdict: TitleSource) => (input: TitleInput) =>
  input[source] ? verdict : null;

export const DOCUMENT_TITLE: DecisionTable<TitleInput, TitleSource> = {
  name: 'document-title',
  rules: [
    {
      name: 'recognised-almost-so',
      why: 'Recognition mistakes letters and spaces: a printed title that is almost the one that the file gives itself is that one.',
      test: ({ printed, isRecognised, ofFile }) =>
        isRecognised && digitsOf(printed) === digitsOf(ofFile) && likeness(printed, ofFile) > 0 ? 'of-file' : null,
    },
    {
      name: 'printed',
      why: 'What stands on the page is what readers know; what the file says of itself is often that of a template.',
      test: given('printed', 'printed'),
    },
    { name: 'of-file', why: 'The file gives itself a title.', test: given('ofFile', 'of-file') },
    { name: 'opening', why: 'The text begins with a heading.', test: given('opening', 'opening') },
  ],
  otherwise: 'file-name',
  subject: ({ blocks, printed, ofFile, opening }) => subjectOf(blocks, printed || ofFile || opening),
  numbers: ({ printed, ofFile }) => ({ likeness: likeness(printed, ofFile) }),
};

const digitsOf = (text: string): string => text.replace(/\D+/g, '');

/** 0 where they are less than almost the same, or one has no letters. */
function likeness(printed: string, ofFile: string): number {
  const [a, b] = [lettersOf(printed), lettersOf(ofFile)];
  return a === '' || b === '' ? 0 : similarity(a, b, ALMOST);
}

export interface TitleSources {
  document: StructuredDocument;
  info: Pick<DocumentInfo, 'title'>;
  pages: readonly { parsed: Pick<ParsedPage, 'number' | 'runs' | 'recognised'> }[];
  fileName: string;
}

export function titleOf({ document: { title, blocks }, info, pages, fileName }: TitleSources): string {
  const printed = blocks.find((block) => block.kind === 'heading' && block.title);
  const page = printed?.source[0]?.page;
  const parsed = pages.find((one) => one.parsed.number === page)?.parsed;
  const input: TitleInput = {
    printed: inOneLine(title) || textOf(printed),
    isRecognised: parsed !== undefined && isScan(parsed),
    ofFile: inOneLine(info.title),
    opening: textOf(blocks[0]),
    blocks,
  };
  const texts: Record<TitleSource, string> = {
    printed: input.printed,
    'of-file': input.ofFile,
    opening: input.opening,
    'file-name': fileName.replace(/\.pdf$/i, '').trim() || 'Untitled',
  };
  return texts[decide(DOCUMENT_TITLE, input)];
}

const inOneLine = (text: string | null): string => oneLine(text ?? '').trim();

const textOf = (block: Block | undefined): string => (block?.kind === 'heading' ? inOneLine(headingText(block)) : '');
