import { expect, test } from '@jest/globals';
import { dataFor } from '../../../infra/recognition-languages.js';

const INSTALLED = ['eng', 'deu', 'deu_latf', 'chi_sim', 'chi_tra', 'nor'];

test.each([
  ['deu', ['deu', 'deu_latf']],
  ['de', ['deu', 'deu_latf']],
  ['ger', ['deu', 'deu_latf']],
  ['de-AT', ['deu', 'deu_latf']],
  ['deu_latf', ['deu_latf']],
  ['EN', ['eng']],
  ['zh', ['chi_sim', 'chi_tra']],
  ['no', ['nor']],
  ['fra', []],
  ['', []],
  ['e', []],
  ['de,en', []],
])('%s is in the data of %j', (code, names) => {
  expect(dataFor(code, INSTALLED)).toEqual(names);
});
