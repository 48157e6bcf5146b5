/** The text of the pages as read, once the whole document is known: lost letters and signs put back, hidden text left out. */
import type { ParsedPage } from '../model.js';
import { withoutHidden } from './hidden-text.js';
import { withLostLetters } from './lost-letters.js';
import { withMathematicalSigns } from './pi-fonts.js';
import { withPlaceholdersHidden } from './placeholders.js';

/** Gives the same for what it gave back. */
export const documentText = (pages: readonly ParsedPage[]): readonly ParsedPage[] =>
  withoutHidden(withPlaceholdersHidden(withMathematicalSigns(withLostLetters(pages))));
