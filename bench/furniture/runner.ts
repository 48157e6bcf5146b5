/** A process that writes the looks of the lines at the pages' edges of one document after the other. */
import { edgeLooks } from '../../engine/furniture/edge-looks.js';
import { furnitureByRules } from '../../engine/furniture/furniture.js';
import { linedPages } from '../../engine/furniture/stage.js';
import { answerTasks } from '../runners.js';
import { looksOfDocument, type LooksTask } from '../learned/looked-at.js';
import { keyOfEdge } from './key.js';

answerTasks((task: LooksTask) =>
  looksOfDocument(task, 'furniture', ({ info, pages }) => {
    const lined = linedPages({ info, pages });
    const { found, outermost } = furnitureByRules(lined);
    const lookOf = edgeLooks(lined, outermost, found);
    const left = new Map(pages.map(({ page, edgeLines }) => [page.number, new Set(edgeLines)]));
    return outermost.map((candidate) => ({
      page: candidate.page,
      text: keyOfEdge(candidate.side, candidate.line.text),
      found: left.get(candidate.page)!.has(candidate.line.id),
      look: lookOf(candidate),
    }));
  }),
);
