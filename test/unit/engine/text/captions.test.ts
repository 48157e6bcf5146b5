/** What is a caption, by its first words. */
import { expect, test } from '@jest/globals';
import { captionOf } from '../../../../engine/text/captions.js';

test.each([
  ['Table 3. Lamps of the coast', 'table'],
  ['Table. 3: Lamps of the coast', 'table'],
  ['Fig. 2.1 – The harbour', 'figure'],
  ['Figure. 1: (a) The harbour', 'figure'],
  ['Figure 2.1 shows the harbour', null],
])('%s', (text, kind) => expect(captionOf(text)).toBe(kind));
