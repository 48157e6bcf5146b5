/** Bold and italic that no font tells: made as the text is drawn. */
import { expect, test } from '@jest/globals';
import { fontStyle } from '../../../../engine/read/fonts.js';
import type { ParsedPage } from '../../../../engine/model.js';
import { readPages } from '../../../support/pdf.js';
import { pdfOfPages } from '../../../support/raw-pdf.js';

/** A page of these content streams. */
async function drawn(content: string): Promise<ParsedPage> {
  return (await readPages(pdfOfPages([{ dictionary: '', bytes: Buffer.from(content) }]))).pages[0]!;
}

const stylesOf = ({ runs, fonts }: ParsedPage): string[] =>
  runs.map(({ text, font }) => `${text}${fonts[font]!.bold ? ' bold' : ''}${fonts[font]!.italic ? ' italic' : ''}`);

const line = (y: number, text: string, before = ''): string => `q BT ${before} /F1 12 Tf 72 ${y} Td (${text}) Tj ET Q `;

test('letters outlined in their own colour are bold, with a halo or a hairline they are not', async () => {
  const page = await drawn(
    line(700, 'outlined', '2 Tr 0.4 w') + line(680, 'halo', '2 Tr 0.4 w 1 1 1 RG') + line(660, 'hairline', '2 Tr 0 w'),
  );
  expect(stylesOf(page)).toEqual(['outlined bold', 'halo', 'hairline']);
});

test('words and letters painted twice a little aside are bold and kept once', async () => {
  const places: [string, number][] = [
    ['w', 72],
    ['o', 80.66],
    ['r', 87.34],
    ['d', 91.33],
  ];
  const letters = places.map(([letter, x]) => {
    return `1 0 0 1 ${x} 600 Tm (${letter}) Tj 1 0 0 1 ${x + 0.3} 600 Tm (${letter}) Tj`;
  });
  const page = await drawn(
    `BT /F1 12 Tf 72 700 Td (twice) Tj 0.3 0 Td (twice) Tj ET BT /F1 12 Tf 72 680 Td (inplace) Tj 0 0 Td (inplace) Tj ET
     BT 0.5 g /F1 12 Tf 72 660 Td (shadow) Tj 0 g 0.4 0 Td (shadow) Tj ET BT /F1 12 Tf ${letters.join(' ')} ET ${line(560, 'llama book')}`,
  );
  expect(stylesOf(page)).toEqual(['twice bold', 'inplace', 'shadow', 'word bold', 'llama', 'book']);
});

test('a page that is painted twice as a whole is kept once, also where words come again between the copies', async () => {
  const page = (shift: number): string =>
    `BT /F1 12 Tf ${72 + shift} 700 Td (the crew of the boat) Tj 0 -14 Td (the crew of the boat) Tj 0 -5 Td (the) Tj ET`;
  const words = Array.from({ length: 2 }, () => ['the', 'crew', 'of', 'the', 'boat']).flat();
  const textOf = async (content: string): Promise<string> =>
    (await drawn(content)).runs.map(({ text }) => text).join(' ');
  const once = [...words, 'the'].join(' ');
  expect(await textOf(page(0) + page(0))).toBe(once);
  expect(await textOf(page(0) + page(0.9))).toBe(once);
  // sizes that differ by rounding are one
  const twin = (size: number): string => `BT /F1 ${size} Tf 300 45 Td (142) Tj ET `;
  expect(await textOf(`${twin(8)}${twin(8.0004)}${twin(7.9996)}`)).toBe('142');
  // no copy, but text of its own a little further on
  expect(await textOf(page(0) + page(1.5))).toBe(`${once} ${once}`);
});

test('a word that is tagged in one of its copies is tagged', async () => {
  const word = 'BT /F1 12 Tf 72 700 Td (notice) Tj ET';
  const furniture = `/Artifact BMC ${word} EMC`;
  const tagged = `/P << /MCID 3 >> BDC ${word} EMC`;
  const marksOf = async (content: string): Promise<object[]> =>
    (await drawn(content)).runs.map(({ artifact, mcid }) => ({ artifact, mcid }));
  expect(await marksOf(furniture + tagged)).toEqual([{ artifact: undefined, mcid: 3 }]);
  expect(await marksOf(tagged + furniture)).toEqual([{ artifact: undefined, mcid: 3 }]);
  expect(await marksOf(word + tagged)).toEqual([{ artifact: undefined, mcid: 3 }]);
  expect(await marksOf(tagged + word)).toEqual([{ artifact: undefined, mcid: 3 }]);
  // of two tags the first one
  expect(await marksOf(`${tagged} ${tagged.replace('3', '4')}`)).toEqual([{ artifact: undefined, mcid: 3 }]);
  // what no tag knows of is no content of a tagged page
  expect(await marksOf(furniture + word)).toEqual([{ artifact: true, mcid: undefined }]);
  expect(await marksOf(furniture + furniture)).toEqual([{ artifact: true, mcid: undefined }]);
});

test('text slanted by its matrix is italic and keeps its size', async () => {
  const page = await drawn(
    'BT /F1 12 Tf 1 0 0.25 1 72 700 Tm (slanted) Tj 1 0 0 1 72 680 Tm (level) Tj 0.98 0.17 -0.17 0.98 72 600 Tm (turned) Tj ET',
  );
  expect(stylesOf(page)).toEqual(['slanted italic', 'level', 'turned']);
  expect(page.runs[0]).toMatchObject({ size: 12, box: { x0: 72 }, rotation: 0 });
});

test('weight and slant are recognised by the names that foundries give', () => {
  const style = (name: string): string => {
    const { bold, italic } = fontStyle({ name: `ABCDEF+${name}` });
    return `${bold ? 'b' : ''}${italic ? 'i' : ''}`;
  };
  const names = {
    b: [
      'Any-Semibold',
      'Any-Black',
      'ArialBlack',
      'Any-Heavy',
      'Any-Demi',
      'Any-Halbfett',
      'Any-Fett',
      'LinLibertineTB',
      'TradeGothicLTStd-Bd2',
      'TradeGothicLTStd-BdCn20',
      'SDGothicNeoc-fBd',
      'Any-Blk',
      'Any-HvEx',
    ],
    i: ['Any-Obl', 'Any-MediumIt', 'Any-Kursiv', 'LinLibertineTI'],
    bi: ['Any-BdIt', 'Helvetica-BoldObl', 'Any-HalbfettKursiv', 'LinLibertineTBI'],
    '': ['Any-Medium', 'Any-Book', 'Blackadder', 'Demir', 'Any-Light', 'Heavenly'],
  };
  for (const [expected, list] of Object.entries(names)) {
    expect(list.map((name) => `${name} ${style(name)}`)).toEqual(list.map((name) => `${name} ${expected}`));
  }
});

test('the numbers of Korean faces tell their weight', () => {
  const isBold = (name: string): boolean => fontStyle({ name }).bold;
  expect(['ABCDEF+YoonGothicPro770', 'YoonGothic780', 'YoonMyungjo560'].every(isBold)).toBe(true);
  expect(['YoonGothicPro740', 'YoonMyungjo530', 'Yoon770Script'].some(isBold)).toBe(false);
});

test('the black faces of Chinese type are bold', () => {
  const bold = ['SimHei', 'ABCDEF+STHeitiSC-Medium', 'FandolHei-Regular', 'FZHTK--GBK1-0'];
  expect(bold.every((name) => fontStyle({ name }).bold)).toBe(true);
  expect(['SimSun', 'MicrosoftYaHei', 'WenQuanYiMicroHei'].some((name) => fontStyle({ name }).bold)).toBe(false);
});
