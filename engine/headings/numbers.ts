/** Numbers and names of a document's divisions: "2.1", "Chapter 3", "IV.". */

export interface DivisionNumber {
  /** As printed: "1.2", "Chapter 3". */
  text: string;
  kind: 'part' | 'chapter' | 'decimal' | 'roman' | 'letter' | 'named';
  /** Numbers in it: 2 for "1.2". */
  depth: number;
  /** Lower-case name before the number ("schedule"), '' for a bare number. */
  name: string;
}

const NAMED =
  /^(?:(part|book|chapter|section|article|appendix|annex|schedule|exhibit|attachment|title|volume|unit|lesson|clause)\s+|(§)\s?)(\d{1,3}|[ivxlcdm]{1,7}|[a-z])\b[.:]?/iu;
const DECIMAL = /^(\d{1,3}(?:\.\d{1,3})*)([.)]?)(?=\s|$)/u;
const APPENDIX = /^([A-Z](?:\.\d{1,3})+)([.)]?)(?=\s|$)/u;
const ROMAN = /^([IVXLC]{1,6})[.)](?=\s|$)/u;
const LETTER = /^([A-Z])[.)](?=\s|$)/u;

/** The number or name that a heading begins with. */
export function divisionNumber(text: string): DivisionNumber | null {
  const named = NAMED.exec(text);
  if (named) {
    const name = (named[1] ?? named[2] ?? '').toLowerCase();
    const kind =
      name === 'part' || name === 'volume' ? 'part' : name === 'chapter' || name === 'book' ? 'chapter' : 'named';
    return { text: named[0].replace(/[.:]$/, ''), kind, depth: 1, name };
  }
  const decimal = DECIMAL.exec(text) ?? APPENDIX.exec(text);
  if (decimal)
    return { text: decimal[1] ?? '', kind: 'decimal', depth: (decimal[1] ?? '').split('.').length, name: '' };
  const roman = ROMAN.exec(text);
  if (roman) return { text: roman[1] ?? '', kind: 'roman', depth: 1, name: '' };
  const letter = LETTER.exec(text);
  return letter ? { text: letter[1] ?? '', kind: 'letter', depth: 1, name: '' } : null;
}
