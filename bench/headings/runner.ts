/** A process that writes the looks of the text blocks of one document after the other. */
import { looksOf } from '../../engine/headings/looks.js';
import { pageFinder } from '../../engine/page-finder.js';
import { looksOfDocument, type LooksTask } from '../learned/looked-at.js';
import { answerTasks } from '../runners.js';

answerTasks((task: LooksTask) =>
  looksOfDocument(task, 'headings', ({ info, textBlocks, style, pages, headings }) => {
    const lookOf = looksOf(textBlocks, { style, info, pageOf: pageFinder(pages) });
    const found = new Set(headings.map(({ textBlock }) => textBlock));
    return textBlocks
      .filter(({ role, text, aside }) => role === 'text' && text !== '' && !aside)
      .map((textBlock) => {
        const { page, text, id } = textBlock;
        return { page, text, found: found.has(id), look: lookOf(textBlock) };
      });
  }),
);
