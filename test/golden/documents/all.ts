/** Small documents, each for a few features, whose trees are compared with the files in test/golden/trees. */
import { BASIC } from './basic.js';
import type { GoldenDocument } from './drawing.js';
import { OFFICE } from './office.js';
import { PAGES } from './pages.js';
import { SCRIPTS } from './scripts.js';
import { TABLES } from './tables.js';
import { TEMPLATED } from './templates.js';
import { TEXT } from './text.js';

export const GOLDEN: readonly GoldenDocument[] = [
  ...BASIC,
  ...TEXT,
  ...TABLES,
  ...PAGES,
  ...TEMPLATED,
  ...SCRIPTS,
  ...OFFICE,
];
