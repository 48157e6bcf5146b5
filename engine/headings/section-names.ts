/** Sections that are called the same in most documents: "Abstract", "Acknowledgements", "References". */
import { isInCapitals } from '../text-rules.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { hasSpaceAbove } from './candidate.js';

/** Names that stand for nothing but a section: "Notes" and "Index" also label the foot of a table. */
const NAMES =
  /^(?:abstract|executive summary|acknowledge?ments?|introduction|preface|foreword|conclusions?|references(?: and (?:notes|links|further reading))?|literature cited|(?:selected )?bibliography|works cited|conflicts? of interests?|competing interests|author contributions|funding|data availability(?: statement)?|supporting information|glossary|zusammenfassung|einleitung|vorwort|danksagung|literatur(?:verzeichnis)?|résumé|remerciements|avant-propos|bibliographie|resumen|introducción|agradecimientos|referencias|bibliografía)$/iu;

/** Whether a text block is such a name alone, with space above it, in a type or place that its text does not have. */
export function isSectionName(textBlock: TextBlock): boolean {
  const { role, aside, text, lines, bold, italic, centred } = textBlock;
  if (role !== 'text' || aside || lines.length > 1 || !hasSpaceAbove(textBlock)) return false;
  return (bold || italic || centred || isInCapitals(text)) && NAMES.test(text);
}
