/** What is a caption, by its first words. */
import { expect, test } from '@jest/globals';
import { captionLabel, captionOf, captionsFloat } from '../../../../engine/text/captions.js';

test.each([
  ['Table 3. Lamps of the coast', 'table'],
  ['Table. 3: Lamps of the coast', 'table'],
  ['Tabelle 3 – Leuchtfeuer der Küste', 'table'],
  ['Fig. 2.1 – The harbour', 'figure'],
  ['Fig.2: The harbour', 'figure'],
  ['Figure. 1: (a) The harbour', 'figure'],
  ['Abb. 4.2: Der Hafen', 'figure'],
  ['Table S–4. Adjusted lamps', 'table'],
  ['Box 3', 'figure'],
  ['TABLE 5.1 Age Norms (in Months)', 'table'],
  ['Table 21 Current use of lamps', 'table'],
  ['Table 21 (Continued)', 'table'],
  ['TABLE IV LAMPS OF THE COAST', 'table'],
  ['Figure 1-1 Lamp V62 architecture', 'figure'],
  ['Fig. S3 Infrared spectrum of a lamp', 'figure'],
  ['Chart 2.1 “Real” prices of oil', 'figure'],
  ['■ Figure 5.1 Lamps by age. They burn for ten years.', 'figure'],
  ['▲Table 5.1 Lamps by age', 'table'],
  ['• Figure 5.1 shows the lamps', null],
  ['Algorithm 1 From coast to graph', 'figure'],
  ['Algorithm 1 finds the shortest coast', null],
  ['Figure 2.1 shows the harbour', null],
  ['Table 3 lists the lamps', null],
  ['Figure 3 and Table 4 show the harbour', null],
  ['Table 4 Panel B reports the prices', null],
  ['TABLE 5 Lamps of the coast.', 'table'],
  ['Fig. 4 The harbour. Lamps are black.', 'figure'],
  ['Figure 4 US exports by year', 'figure'],
  ['Table 3 2019 prices', 'table'],
  ['Table 4 (2019) shows that the lamps burn', null],
  ['Figure 3 (Annex B) shows the outages of a year', null],
  ['Table 3 (Annex II) lists the lamps', null],
  ['Tabelle 3 Spalte 2 zeigt die Leuchtfeuer', null],
  ['Figure 2 US exports are shown in blue.', null],
  [`Figure 2 US exports are shown ${'in blue '.repeat(40)}`, null],
  ['Table A Guide', null],
  ['Box 3 The keeper at home', null],
  ['Figure 2-10000', null],
  ['Table of contents', null],
  ['Exhibit A', null],
  ['Tabela 2 – Faróis da costa', 'table'],
  ['Tabell 4: Fyrar', 'table'],
  ['Obr. 3 Přístav', 'figure'],
  ['Рис. 2. Маяк', 'figure'],
  ['Таблица 1 Маяки', 'table'],
  ['表 2.1 沿海灯塔', 'table'],
  ['图2-1 港口', 'figure'],
  ['圖 3：港口', 'figure'],
  ['图 2 所示的港口', null],
  ['表 2.1 列出了沿海的灯塔。', null],
  ['图书馆 3', null],
  ['Tablets 3 Lamps', null],
])('%s', (text, kind) => expect(captionOf(text)).toBe(kind));

test('a label that words follow is one, but closes nothing', () => {
  expect(captionLabel('Table 3 lists the lamps')).toEqual({ of: 'table', closed: false, alone: false });
  expect(captionLabel('Table 3')).toEqual({ of: 'table', closed: true, alone: true });
  expect(captionLabel('Tables and lamps')).toBeNull();
});

test('a box with a name and number is no float', () => {
  expect(['Fig. 2: The harbour', 'Table 3', 'Listing 2. A lamp'].every(captionsFloat)).toBe(true);
  expect(['Box 3', 'Exhibit 2. Lamps', 'Table 3 lists the lamps'].some(captionsFloat)).toBe(false);
});
