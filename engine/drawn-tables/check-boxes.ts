/**
 * Check boxes: four rulings that make a small empty square. They stand within the cells of forms and are no cells themselves.
 */
import type { Box, ParsedPage, Rule, TextRun } from '../model.js';
import { holdsCentre } from '../geometry.js';
import { decide, type DecisionTable } from '../rules.js';
import { isCheckBox } from '../text/bullets.js';
import { ruledSquares } from '../text-runs/squares.js';

/** A small square that rulings make. */
export interface Square {
  /** Number of the page. */
  page: number;
  box: Box;
  /** The page's text. */
  runs: readonly TextRun[];
}

export const CHECK_BOX: DecisionTable<Square, 'check-box' | 'cell'> = {
  name: 'check-box',
  rules: [
    {
      name: 'holds-text',
      why: 'A square with text in it is a small cell of a table.',
      test: ({ box, runs }) => (holdsText(box, runs) ? 'cell' : null),
    },
  ],
  otherwise: 'check-box',
  subject: ({ page, box }) => ({ page, box, text: '' }),
  numbers: ({ box }) => ({ widthInPoints: box.x1 - box.x0, heightInPoints: box.y1 - box.y0 }),
};

/** The page's rulings without those that make check boxes. */
export function withoutCheckBoxes(
  { number, rules }: Pick<ParsedPage, 'number' | 'rules'>,
  runs: readonly TextRun[],
): readonly Rule[] {
  const boxes = ruledSquares(rules).filter(({ box }) => decide(CHECK_BOX, { page: number, box, runs }) === 'check-box');
  const dropped = new Set(boxes.flatMap((square) => square.rules));
  return dropped.size === 0 ? rules : rules.filter((rule) => !dropped.has(rule));
}

function holdsText(square: Box, runs: readonly TextRun[]): boolean {
  // the character that stands for a check box lies in it
  return runs.some(({ box, text }) => !isCheckBox(text) && holdsCentre(square, box));
}
