import { unionBox } from '../geometry.js';
import type { Subject } from '../rules.js';
import type { SeenWord } from './tesseract.js';

/** The page that words were recognised on, and the pixels of its picture a point. */
export interface PagePlace {
  page: number;
  scale: number;
}

/** The subject of a decision about recognised words. */
export function subjectOf(words: readonly SeenWord[], { page, scale }: PagePlace): Subject {
  const { x0, y0, x1, y1 } = unionBox(words.map(({ bbox }) => bbox));
  const box = { x0: x0 / scale, y0: y0 / scale, x1: x1 / scale, y1: y1 / scale };
  return { page, box, text: words.map(({ text }) => text).join(' ') };
}
