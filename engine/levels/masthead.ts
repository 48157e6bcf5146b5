/** The name of a periodical above an article: in the largest type of the page, and no title of the document. */
import type { HeadingCandidate } from '../headings/candidate.js';
import { isNamed } from '../headings/candidate.js';
import { decide, type DecisionTable } from '../rules.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

/** Text blocks before and behind a masthead in which its volume or date stands. */
const REACH = 3;

const PERIODICAL =
  /^(?:the\s+)?(?:(?:\p{L}+\s+){0,3}(?:journal|proceedings|transactions|annals|bulletin|archives|acta|gazette|zeitschrift|revue|revista|rivista)\b|\p{L}+\s+letters$)/iu;
const HOMEPAGE = /^journal home ?page\b/i;
const ISSUE = /\b(?:vol(?:ume)?|issue|number|no|jahrgang|heft|tome|tomo)\b\.?\s*\d+|\bISSN\b/i;

export interface MastheadEvidence {
  candidate: HeadingCandidate;
  /** Volume, issue or ISSN stands beside it. */
  hasIssue: boolean;
  /** The address of the journal stands below it. */
  hasHomepage: boolean;
}

export const MASTHEAD: DecisionTable<MastheadEvidence, 'masthead' | 'heading'> = {
  name: 'masthead',
  rules: [
    {
      name: 'named-by-the-document',
      why: 'A bookmark or tag calls it a heading.',
      test: ({ candidate }) => (isNamed(candidate) ? 'heading' : null),
    },
    {
      name: 'periodical-with-issue',
      why: 'A periodical prints its name above its articles, with volume or issue beside it.',
      test: ({ candidate, hasIssue }) => (hasIssue && PERIODICAL.test(candidate.textBlock.text) ? 'masthead' : null),
    },
    {
      name: 'journal-with-homepage',
      why: 'A publisher prints the address of a journal below its name, whatever that is.',
      test: ({ hasHomepage }) => (hasHomepage ? 'masthead' : null),
    },
  ],
  otherwise: 'heading',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
};

/** The headings without the name of the periodical on the first page. */
export function withoutMasthead(
  candidates: readonly HeadingCandidate[],
  textBlocks: readonly TextBlock[],
): readonly HeadingCandidate[] {
  const [candidate] = candidates;
  if (!candidate || candidate.textBlock.page !== textBlocks[0]?.page) return candidates;
  const at = textBlocks.indexOf(candidate.textBlock);
  const around = textBlocks.slice(Math.max(0, at - REACH), at + REACH + 1);
  const hasIssue = around.some(({ text }) => ISSUE.test(text));
  // where the name is a picture, the title stands below the address
  const hasHomepage = textBlocks.slice(at + 1, at + REACH + 1).some(({ text }) => HOMEPAGE.test(text));
  return decide(MASTHEAD, { candidate, hasIssue, hasHomepage }) === 'masthead' ? candidates.slice(1) : candidates;
}
