/** Which terms a paragraph of a contract defines. */
import { expect, it } from '@jest/globals';
import { countDefinedTerms, definitionsIn } from '../../../../engine/templates/definitions.js';
import { paragraph, stackedLines } from '../../../support/blocks.js';

it('finds the definition that a paragraph begins with', () =>
  expect(definitionsIn(paragraph('“Port” means the port of Brack;'))).toEqual([
    { term: 'Port', definition: 'means the port of Brack;' },
  ]));

it('finds one in each line where the author broke the lines', () => {
  const block = stackedLines([
    '“Port” means the port of Brack;',
    '“Buyer” means Moran Shipping Ltd',
    'of 12 Quay Street, Brack;',
    [{ text: 'Seller', bold: true }, { text: ' means Okafor & Sons (the “Yard”);' }],
  ]);
  expect(definitionsIn(block)).toEqual([
    { term: 'Port', definition: 'means the port of Brack;' },
    { term: 'Buyer', definition: 'means Moran Shipping Ltd of 12 Quay Street, Brack;' },
    { term: 'Seller', definition: 'means Okafor & Sons (the “Yard”);' },
  ]);
  expect(countDefinedTerms([block])).toBe(3);
});
