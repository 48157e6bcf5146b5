/**
 * Texts that name no section, however they are printed: dates, addresses, amounts, quantities, stamps, letters of formulas.
 *
 * V8 compiles a long pattern for milliseconds, in each process anew: what all its texts have is looked for first.
 */

/** A version with its day: "2.1 (2011-01-03)", "v1.4.2 – 2020-05-17". */
const VERSION = /^v?\d{1,4}(?:\.\d{1,4})+[a-z]?\s+[([–—-]?\s*\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[)\]]?$/iu;
export const isVersionWithDay = (text: string): boolean => VERSION.test(text);

/** An amount of money with nothing but a unit. */
const AMOUNT = /^[^\p{L}\d]{0,3}(?:USD|EUR|US)?\s?[$€£¥]\s?\d[\d.,]*(?:\s?\p{L}{1,8}){0,2}$/u;
/** What an amount is for, before it or behind it: "Amount paid $10.00", "$10.00 due May 3". */
const AMOUNT_OF = /^(?:\p{L}+:?\s+){1,4}[$€£¥]\s?\d[\d.,]*$|^[$€£¥]\s?\d[\d.,]*\s+(?:paid|due)\b/u;
export const isAmount = (text: string): boolean => /[$€£¥]/u.test(text) && (AMOUNT.test(text) || AMOUNT_OF.test(text));

/** One number with its sign and unit, and no more: "1st", "~70%", "3.2m", "10x". */
const QUANTITY = /^[~≈<>±+−–-]?\s?[$€£]?\d[\d.,]*\s?(?:%|st|nd|rd|th|k|m|mn|bn|b|tn|x|×|million|billion)?\+?$/iu;
export const isQuantity = (text: string): boolean => QUANTITY.test(text);

const NUMBER = /^[-+−(]?[$€£]?\d[\d.,]*[%)]*$/u;
/** Numbers of a row, and the share of its words that they are. */
const LEAST_NUMBERS = 4;
const MOSTLY_NUMBERS = 0.6;

export function isRowOfNumbers(text: string): boolean {
  const words = text.split(/\s+/u);
  const numbers = words.filter((word) => NUMBER.test(word));
  return numbers.length >= LEAST_NUMBERS && numbers.length >= MOSTLY_NUMBERS * words.length;
}

/** The number that registers a publication: ISSN, ISBN or DOI, several of them perhaps, and the electronic one. */
const PUBLICATION_NUMBER =
  /^(?:(?:\p{L}{1,2}-)?(?:ISSN|ISBN|DOI)(?:-1[03])?\s?:?\s*(?:\d{4}[-–]\d{3}[\dXx]|97[89][-– ]?\d[-–\d ]{8,}|\d{1,5}[-–]\d{1,7}[-–][-–\dXx]+|10\.\d{4,}\/\S+(?!\S))\s*)+$/u;
export const isPublicationNumber = (text: string): boolean =>
  /ISSN|ISBN|DOI/u.test(text) && PUBLICATION_NUMBER.test(text);

const STAMP_WORD =
  /^(?:FILED|RECEIVED|ENTERED|LODGED|SEALED|PAID|COPY|DRAFT|ORIGINAL|CONFIDENTIAL|(?:NOT FOR |FOR |UN)?PUBLI(?:CATION|SHED)|(?:NOT )?PRECEDENTIAL|DO NOT PUBLISH)$/u;
export const isStampWord = (text: string): boolean => STAMP_WORD.test(text);

/** "DCF-F-2476-E (R. 04/2014)", "Form 1040 (Rev. 2019)". */
const FORM_NUMBER =
  /^(?:form\s+)?[A-Z]{0,6}[-\s]?(?:[A-Z]{1,3}-)?\d[\w-]*\s*\(\s*(?:r|rev|revised|ed|edition)?\.?\s*[\d/. -]+\)$/iu;
export const isFormNumber = (text: string): boolean => FORM_NUMBER.test(text);

const EMPTY_PAGE = /^\W*this page (?:is |was |has been )?(?:intentionally |deliberately )?(?:left )?blank/iu;
export const isEmptyPageNote = (text: string): boolean => EMPTY_PAGE.test(text);

/** The full stop of Chinese and Japanese, which their titles end without, and what closes behind it. */
const IDEOGRAPHIC_STOP = /。[」』”’）》]*$/u;
export const endsWithIdeographicStop = (text: string): boolean => IDEOGRAPHIC_STOP.test(text);

/** Greek letters and symbols: a few of them are of a formula. Greek words are longer. */
const SYMBOLS = /^[\p{Script=Greek}\p{Sm}\p{N}\s()[\]|_^,.'′]{1,6}$/u;
export const isSymbols = (text: string): boolean => SYMBOLS.test(text);

/** What kind of article the title below it names: journals print it at the head of the first page. */
const KIND_OF_ARTICLE =
  /^(?:open access|(?:original|research|review|regular|full[- ]length|methods?) (?:article|paper|letter|note|investigation|contribution)s?|original research(?: article)?|short communication|case report|brief (?:report|communication)|systematic review)$/iu;
export const isKindOfArticle = (text: string): boolean => KIND_OF_ARTICLE.test(text);

/** Types, a name with underscores and a bracket: "int asn1_read_tag (asn1_node root, ..."; what manuals put at its end. */
const SIGNATURE =
  /^[a-z_]\w{0,40}\s+[*&]?\s?(?:[A-Za-z_]\w{0,40}\s+[*&]?\s?){0,4}[A-Za-z]\w{0,60}_\w{1,60}\s?\(|\[(?:Function|Macro|Variable|Command|Constant|Method|Type|Data Type|Data type)\]/u;
export const isSignature = (text: string): boolean => SIGNATURE.test(text);

/** A word of some letters before a bracket that closes and was not opened; "a)" and "1.2)" number something. */
const CLOSING = /^[^()]*[\p{L}_]{3}\)/u;
export const closesBracket = (text: string): boolean => CLOSING.test(text);

/** "Case No. 1:20-cv-00123-ABC", "Docket Nos. 17-123", "No. 21-50498": a number alone needs the hyphen behind its year. */
const CASE_NUMBER =
  /^(?:(?:(?:civil|criminal|case|docket|cause|appeal|action|index)\s+){1,3}(?:nos?\.?|numbers?)\s?:?\s?(?=\S*\d)[\w:.–-]+|nos?\.\s?(?:\d{1,2}:)?\d{2,4}[-–][\w–-]*\d)(?:\s\([A-Z]{2,5}\))?$/iu;
export const isCaseNumber = (text: string): boolean => /\bn(?:os?|umbers?)\b/iu.test(text) && CASE_NUMBER.test(text);

/** A pair of brackets around all of it, and more than the number of a division in them: "(in thousands)", "[continued]". */
const IN_BRACKETS = /^(?:\([^()]{4,}\)|\[[^[\]]{4,}\])$/u;
export const isInBrackets = (text: string): boolean => IN_BRACKETS.test(text);

/** What is printed above a remark that is set apart from the text, in languages of Latin script. */
const NOTICE_NAME =
  /^(?:notes?|notice|tips?|hints?|important|warnings?|caution|danger|attention|remarks?|nota bene|hinweise?|tipps?|wichtig|warnung|achtung|vorsicht|gefahr|anmerkung|remarques?|astuces?|avertissements?|conseils?|nota|consejo|importante|advertencia|atenci[óo]n|precauci[óo]n|aviso|suggerimento|avvertenza|attenzione|observa[çc][ãa]o|dica|aten[çc][ãa]o|opmerking|waarschuwing|belangrijk)[:!]?$/iu;
export const isNoticeName = (text: string): boolean => NOTICE_NAME.test(text);

/** What is printed below a table or picture, with what follows it: "Source: Eurostat, 2019", "Note: in thousands". */
const SOURCE_NOTE =
  /^(?:(?:data )?sources?|notes?|quellen?|anmerkung(?:en)?|fuentes?|notas?|fontes?|fonti|bron(?:nen)?|remarques?)\s?[:：]\s?\S/iu;
export const isSourceNote = (text: string): boolean => SOURCE_NOTE.test(text);

/** A colon with a blank behind it, or with the sign of an amount that is to be filled in. */
const BLANK = /:\s?(?:[$€£¥]|_{3,}[_\s]*)$/u;
export const endsInBlank = (text: string): boolean => text.includes(':') && BLANK.test(text);

/** A large cross, which many forms print at the place of the signature. */
const PLACE_TO_SIGN = /\bsign(?:ature|ed)\b[^:]*:\s?x$/iu;
export const isPlaceToSign = (text: string): boolean => PLACE_TO_SIGN.test(text);

/** A check box and "yes" or "no". */
const YES_OR_NO = /^[☐☑☒]\s?(?:yes|no)\b/iu;
export const beginsYesOrNo = (text: string): boolean => YES_OR_NO.test(text);

/** All words are names of a programming language: `read_file()`, `parseInt`, `HTMLElement`. */
export function isIdentifier(text: string): boolean {
  return text
    .split(/[\s,]+/)
    .every((word) => /^[\w.]*(?:_\w|[a-z][A-Z]|[A-Z]{2}[a-z]+[A-Z]?|\(\))[\w.()]*$/.test(word));
}
