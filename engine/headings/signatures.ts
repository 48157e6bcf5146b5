/**
 * Lines of signature blocks: who signs, by whom, in what office, and the counsel who files. Names of parties and persons are
 * bold or in capitals there, with space above, as headings are; what tells them apart is the signature beside or below them.
 */
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { endsSentence, holdsSentenceEnd } from '../text-rules.js';
import { isName, isWorkplace } from './authors.js';
import { isAddress } from '../text/dates-and-addresses.js';
import { divisionNumber } from './numbers.js';

/** A signature: "/s/ Ada Byron", "s/ Ada Byron"; "By:" before one, before a blank to sign on, or alone before a drawn one. */
const SIGN = String.raw`^(?:by\s?:?\s*)?\/?s\/`;
const BLANK = String.raw`^by\s?:?\s*_{3,}|^by\s?:$`;
const SIGNATURE = new RegExp(String.raw`${SIGN}\s?(?:\p{Lu}|$)|${BLANK}`, 'iu');
/** The same without the name: most documents have none, and need not compile the pattern. */
const SIGNATURE_START = new RegExp(`${SIGN}|${BLANK}`, 'iu');
const isSignature = (text: string): boolean => SIGNATURE_START.test(text) && SIGNATURE.test(text);
/** What is filled in below it. */
const FIELD = /^(?:by|its|name|print(?:ed)? name|title|signature|signed|date|dated)\s?:/iu;
/** Whom counsel acts for: "Attorneys for Plaintiff". */
const ACTS = '^(?:attorneys?|counsel|solicitors?) (?:for|to) ';
const ACTS_FOR = new RegExp(String.raw`${ACTS}(?:the )?\p{Lu}`, 'iu');
const ACTS_FOR_START = new RegExp(ACTS, 'iu');
const actsFor = (text: string): boolean => ACTS_FOR_START.test(text) && ACTS_FOR.test(text);
/** Marks of lines that say how counsel is reached: a number of the bar, of a telephone, the form of a firm. */
const OF_COUNSEL =
  /\b(?:L\.?L\.?P|P\.?L?\.?L?\.?C|P\.?A)\b\.?|\b(?:SBN|Bar No|Esq|Law Offices?|Tel(?:ephone)?|Fax|Facsimile|E-?mail)\b|^\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}$/iu;
/** A name in capitals: "ADA BYRON", and not "COURT OF MAINE". */
const NAME_IN_CAPITALS = /^(?!.*\b(?:OF|THE|FOR|AND|IN|COURT)\b)\p{Lu}[\p{Lu}.'’-]*(?:\s\p{Lu}[\p{Lu}.'’-]*){1,3}$/u;
/** In what office somebody signs. */
const OFFICE =
  /\b(?:president|chair(?:man|woman|person)?|officer|C[EFO]O|director|secretary|treasurer|manager|partner|principal|member|owner|proprietor|trustee|executor|administrator|agent|representative|signatory|attorney|counsel|solicitor|judge|justice|magistrate|clerk|registrar|notary|minister|commissioner|governor|mayor|professor|engineer|accountant|auditor|buyer|seller|tenant|landlord|lessor|lessee|plaintiff|defendant|pro se)\b/iu;
/** What heads such lines and is a heading. */
const HEADS = /\bsignatures?\b|^(?:list of )?(?:counsel|attorneys|appearances)(?: of record)?:?$/iu;

/** Text blocks above a signature that name the party: its part in the contract, its name, its legal form. */
const MOST_ABOVE = 3;
/** Text blocks below one: name, office, firm, address, telephone, whom they act for. */
const MOST_BELOW = 12;
/** Letters of a line of such a block, and those from which on a text block is running text. */
const MOST_LETTERS = 100;
const TEXT_LETTERS = 60;

/** The text blocks that belong to signature blocks. */
export function signatureLines(textBlocks: readonly TextBlock[]): Set<TextBlock> {
  const found = new Set<TextBlock>();
  const add = (at: number, step: 1 | -1, most: number, belongs: (one: TextBlock, at: number) => boolean): void => {
    for (let i = at + step; Math.abs(i - at) <= most; i += step) {
      const textBlock = textBlocks[i];
      if (!textBlock || textBlock.page !== textBlocks[at]!.page || !belongs(textBlock, i)) return;
      found.add(textBlock);
    }
  };
  /** It ends like no sentence, but by what announces a name or shortens a word: "BUYER:", "Acme Corp.". */
  const isAbove = (one: TextBlock): boolean => isLine(one) && !(endsSentence(one.text) && holdsSentenceEnd(one.text));
  const isBelow = (one: TextBlock, i: number): boolean =>
    isLine(one) &&
    (isOfForm(one.text) || (isOfSigner(one, textBlocks[i - 1]!.text) && !isRunningText(textBlocks[i + 1])));
  for (const [at, textBlock] of textBlocks.entries()) {
    if (isSigned(textBlocks, at)) {
      found.add(textBlock);
      add(at, -1, MOST_ABOVE, isAbove);
      add(at, 1, MOST_BELOW, isBelow);
    } else if (actsFor(textBlock.text) && isOfCounsel(textBlocks[at - 1])) {
      found.add(textBlock);
      add(at, -1, MOST_BELOW, isOfCounsel);
    }
  }
  return found;
}

/** A signature; "By: Ada Byron" alone names an author, and signs only with another field below it. */
function isSigned(textBlocks: readonly TextBlock[], at: number): boolean {
  const { role, text } = textBlocks[at]!;
  if (role !== 'text') return false;
  if (isSignature(text)) return true;
  const below = textBlocks[at + 1];
  return /^by\s?:/iu.test(text) && below !== undefined && FIELD.test(below.text);
}

const isOfForm = (text: string): boolean => FIELD.test(text) || actsFor(text) || isSignature(text);

/** A name, but below no field that is filled in; the office right below a name; a firm, or how to reach it. */
function isOfSigner(textBlock: TextBlock, above: string): boolean {
  const { text } = textBlock;
  const isOffice = OFFICE.test(text) && (isSignersName(above) || isSignature(above));
  const isBelowForm = FIELD.test(above) && !isSignature(above) && !above.endsWith(':');
  return isOffice || (isOfCounsel(textBlock) && !(isSignersName(text) && isBelowForm));
}

const isSignersName = (text: string): boolean => isName(text) || NAME_IN_CAPITALS.test(text);

/** A short line without the number of a division, as houses have them too, and not what heads the signatures. */
function isLine({ role, text }: TextBlock): boolean {
  if (role !== 'text' || text.length > MOST_LETTERS || HEADS.test(text)) return false;
  return divisionNumber(text) === null || isPlaced(text);
}

const isPlaced = (text: string): boolean => isWorkplace(text) || isAddress(text);

const isRunningText = (textBlock: TextBlock | undefined): boolean =>
  textBlock !== undefined &&
  textBlock.role === 'text' &&
  textBlock.text.length >= TEXT_LETTERS &&
  !isWorkplace(textBlock.text);

/** A name, a firm, or how they are reached. */
const isOfCounsel = (textBlock: TextBlock | undefined): boolean =>
  textBlock !== undefined &&
  isLine(textBlock) &&
  (isPlaced(textBlock.text) || isSignersName(textBlock.text) || OF_COUNSEL.test(textBlock.text));
