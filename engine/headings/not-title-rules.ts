/** What names no section, however large it is printed: rules of `HEADING` (heading-rules.ts). */
import { refusedIf, type Rule } from '../rules.js';
import { isAddress, isDate, isLabelledDate } from '../text/dates-and-addresses.js';
import { withoutRaised } from '../text/spans.js';
import { beginsLowerCase } from '../text-rules.js';
import { isByline, isMarkedByline } from './authors.js';
import type { HeadingVerdict } from './candidate.js';
import type { HeadingEvidence } from './evidence.js';
import {
  closesBracket,
  endsInBlank,
  endsWithIdeographicStop,
  isAmount,
  isCaseNumber,
  isEmptyPageNote,
  isQuantity,
  isFormNumber,
  isIdentifier,
  isInBrackets,
  isKindOfArticle,
  isNoticeName,
  isPlaceToSign,
  isPublicationNumber,
  isRowOfNumbers,
  isSignature,
  isSourceNote,
  isStampWord,
  isSymbols,
} from './not-titles.js';

/** Pages on which a journal says what kind of article it prints: a page of its archive may stand before the first. */
const FIRST_PAGES = 2;

export const NOT_TITLE_RULES: readonly Rule<HeadingEvidence, HeadingVerdict>[] = [
  {
    name: 'date-or-address',
    why: 'A day, an address or an amount alone says when, where or how much, and names no section.',
    test: ({ textBlock: { text } }) =>
      refusedIf(isDate(text) || isLabelledDate(text) || isAddress(text) || isAmount(text)),
  },
  {
    name: 'line-of-an-address',
    why: 'Below another line of an address stands a street, an office or a town, in whatever type.',
    test: ({ textBlock: { belowAddressLine } }) => refusedIf(belowAddressLine === true),
  },
  {
    name: 'symbols',
    why: 'A few Greek letters and symbols are a part of a formula that was set apart.',
    test: ({ textBlock: { text } }) => refusedIf(isSymbols(text)),
  },
  {
    name: 'figure-of-a-report',
    why: 'A large number ("1st", "3.2m") says how much; what it counts stands below it.',
    test: ({ textBlock: { text } }) => refusedIf(isQuantity(text)),
  },
  {
    name: 'unit-of-a-figure',
    why: 'What stands below a large number in lower case is its unit or what it counts.',
    test: ({ belowQuantity, textBlock: { text } }) => refusedIf(belowQuantity && beginsLowerCase(text)),
  },
  {
    name: 'row-of-numbers',
    why: 'A word with a row of numbers behind it is the total of a table.',
    test: ({ textBlock: { text } }) => refusedIf(isRowOfNumbers(text)),
  },
  {
    name: 'source-or-note',
    why: 'Below a table or picture stands where its figures come from, or what they mean.',
    test: ({ textBlock: { text } }) => refusedIf(isSourceNote(text)),
  },
  {
    name: 'word-of-a-stamp',
    why: 'Courts and offices stamp what was done with a paper: "FILED", "NOT FOR PUBLICATION".',
    test: ({ textBlock: { text } }) => refusedIf(isStampWord(text)),
  },
  {
    name: 'number-of-a-form',
    why: 'Offices number their forms, with the date of the edition behind it.',
    test: ({ textBlock: { text } }) => refusedIf(isFormNumber(text)),
  },
  {
    name: 'number-of-a-case',
    why: 'Courts print the number of the case beside its parties: it says which case it is.',
    test: ({ textBlock: { text } }) => refusedIf(isCaseNumber(text)),
  },
  {
    name: 'number-of-a-publication',
    why: 'An ISSN, ISBN or DOI says which publication it is.',
    test: ({ textBlock: { text } }) => refusedIf(isPublicationNumber(text)),
  },
  {
    name: 'blank',
    why: 'A label of a form has its blank behind its colon. A title in larger type may be one to fill in.',
    test: ({ larger, textBlock: { text } }) => refusedIf(!larger && endsInBlank(text)),
  },
  {
    name: 'place-to-sign',
    why: 'A cross behind the label says where to sign, however large the cross is.',
    test: ({ textBlock: { text } }) => refusedIf(isPlaceToSign(text)),
  },
  {
    name: 'yes-or-no',
    why: 'A question of a form has boxes for yes and no below it.',
    test: ({ larger, asks }) => refusedIf(!larger && asks),
  },
  {
    name: 'ideographic-stop',
    why: 'Titles in Chinese and Japanese have no full stop: with one it is a sentence, however bold.',
    test: ({ textBlock: { text } }) => refusedIf(endsWithIdeographicStop(text)),
  },
  {
    name: 'note-of-an-empty-page',
    why: '"This page is intentionally left blank" says that nothing is missing.',
    test: ({ textBlock: { text } }) => refusedIf(isEmptyPageNote(text)),
  },
  {
    name: 'name-of-a-notice',
    why: 'Manuals print "Note" or "Warning" in bold above a remark, all over the text: what follows is no section of it.',
    test: ({ larger, repeated, textBlock: { text } }) => refusedIf(!larger && repeated && isNoticeName(text)),
  },
  {
    name: 'kind-of-an-article',
    why: 'Journals print above the title of what kind the article is, and who may read it.',
    test: ({ textBlock: { text, page } }) => refusedIf(page <= FIRST_PAGES && isKindOfArticle(text)),
  },
  {
    name: 'signature-of-a-function',
    why: 'Manuals of programs set the types and parameters of a function in larger type above what it does.',
    test: ({ textBlock: { text } }) => refusedIf(isSignature(text)),
  },
  {
    name: 'rest-of-a-bracket',
    why: 'A bracket closes that the text has not opened: it is the rest of what stands above it.',
    test: ({ textBlock: { spans, marker } }) => refusedIf(marker === null && closesBracket(withoutRaised(spans))),
  },
  {
    name: 'in-brackets',
    why: 'A remark in brackets says of the title above it in what unit, from when or that it continues; the first text of a document may be a title to fill in.',
    test: ({ opens, textBlock: { text } }) => refusedIf(!opens && isInBrackets(text)),
  },
  {
    name: 'byline',
    why: 'The names of several authors and where they work stand below the title, often in larger type than the text.',
    test: ({ textBlock: { text, spans, page } }) => refusedIf(isByline(text, page) || isMarkedByline(spans, page)),
  },
  {
    name: 'author-above-affiliation',
    why: 'A name in smaller type than the title, with an office, a university or an address below it, is that of an author.',
    test: ({ author }) => refusedIf(author),
  },
  {
    name: 'note-beside-text',
    why: 'Of notes in smaller type beside the text no line heads the text, however large the name and number of the journal are there.',
    test: ({ textBlock: { column } }) => refusedIf(column.notes === true),
  },
  {
    name: 'signature-block',
    why: 'Parties, persons, offices and counsel around a signature are bold or in capitals; they head nothing.',
    test: ({ signed, larger }) => refusedIf(signed && !larger),
  },
  {
    name: 'bulleted',
    why: 'What begins with a bullet is an item of a list.',
    test: ({ textBlock }) => refusedIf(textBlock.marker?.kind === 'bullet'),
  },
  {
    name: 'identifier',
    why: 'Names of a programming language in bold are terms that the text below explains.',
    test: ({ textBlock }) => refusedIf(isIdentifier(textBlock.text)),
  },
];
