/** Figures of a page, and the page without what belongs to them. */
import type { Page } from '../model.js';
import { readableRuns } from '../normalise/upright.js';
import { findFigures, withoutFigures, type FigureRegion } from './figures.js';

export interface FiguresInput {
  page: Page;
}

export interface PageFigures {
  figures: FigureRegion[];
  page: Page;
}

export function figuresOfPage({ page }: FiguresInput): PageFigures {
  const figures = findFigures(page, readableRuns(page));
  return { figures, page: withoutFigures(page, figures) };
}
