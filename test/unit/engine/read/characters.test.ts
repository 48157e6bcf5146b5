import { expect, test } from '@jest/globals';
import { fontStyle } from '../../../../engine/read/fonts.js';
import { at, pdf, readPages, type Pdf } from '../../../support/pdf.js';

async function wordsOf(draw: (doc: Pdf) => void): Promise<string[]> {
  const { pages } = await readPages(await pdf(draw));
  return pages[0]!.runs.map((run) => run.text);
}

test('an accent drawn over a letter becomes one character with it, whichever is drawn first', async () => {
  const words = await wordsOf((doc) => {
    doc.fontSize(20);
    const width = (text: string): number => doc.widthOfString(text);
    // as TeX does: accent, back, letter
    at(doc, 72, 100, 'Ren');
    at(doc, 72 + width('Ren') + (width('e') - width('´')) / 2, 100, '´');
    at(doc, 72 + width('Ren'), 100, 'e');
    // over a capital, raised
    at(doc, 200 + (width('A') - width('¨')) / 2, 96, '¨');
    at(doc, 200, 100, 'Ahre');
    // under the letter, drawn after it
    at(doc, 300, 100, 'C');
    at(doc, 300 + (width('C') - width('¸')) / 2, 100, '¸');
    at(doc, 300 + width('C'), 100, 'elik');
  });
  expect(words).toEqual(['René', 'Ähre', 'Çelik']);
});

test('an accent that stands beside letters stays what it is', async () => {
  expect(await wordsOf((doc) => at(doc, 72, 100, 'a`b 20° x^2 ~user'))).toEqual(['a`b', '20°', 'x^2', '~user']);
});

test('a gap that separates no letters separates a sentence from the capital of the next, and no name from its ending', async () => {
  const words = await wordsOf((doc) => {
    const size = 20;
    doc.fontSize(size);
    const pairs: [string, string][] = [
      ['law.', 'The'],
      ['live.”', 'Though'],
      ['asked:', '“Why'],
      ['www.example', '.com'],
      ['U.S.', 'A'],
      ['bro', 'ken'],
    ];
    pairs.forEach(([left, right], i) => {
      const y = 100 + i * 40;
      at(doc, 72, y, left);
      at(doc, 72 + doc.widthOfString(left) + 0.1 * size, y, right);
    });
  });
  expect(words).toEqual(['law.', 'The', 'live.”', 'Though', 'asked:', '“Why', 'www.example.com', 'U.S.A', 'broken']);
});

test('weight and slant are recognised by the names of TeX’s Cork-encoded fonts and of those of publishers', () => {
  const style = (name: string): string[] => {
    const { bold, italic, mono } = fontStyle({ name });
    return [...(bold ? ['bold'] : []), ...(italic ? ['italic'] : []), ...(mono ? ['mono'] : [])];
  };
  expect(style('ABCDEF+SFBI1000')).toEqual(['bold', 'italic']);
  expect(style('SFSX1200')).toEqual(['bold']);
  expect(style('ECIT1000')).toEqual(['italic', 'mono']);
  expect(style('SFRM1000')).toEqual([]);
  expect(style('ABCDEF+AdvOTb83ee1dd.B')).toEqual(['bold']);
  expect(style('AdvOTb92eb7df.I+20')).toEqual(['italic']);
  expect(style('AdvOT8244d044.BI+03')).toEqual(['bold', 'italic']);
  expect(style('AdvOT863180fb+fb')).toEqual([]);
});
