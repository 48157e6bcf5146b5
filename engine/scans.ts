/** Pages of which the text was recognised from their pictures, here or before the file came here. */
import type { ParsedPage } from './model.js';

/** Whether the page's text is a layer behind a picture of it, and nothing else. */
export const isTextLayer = ({ runs }: Pick<ParsedPage, 'runs'>): boolean =>
  runs.length > 0 && runs.every(({ invisible }) => invisible);

/** Whether all the text of the page was recognised from its picture: sizes are measured, and no font says them. */
export const isScan = (page: Pick<ParsedPage, 'runs' | 'recognised'>): boolean =>
  page.recognised !== undefined || isTextLayer(page);
