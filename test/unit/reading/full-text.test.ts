/** What full-text search is given: words, the language of a text, queries, passages. */
import { describe, expect, test } from '@jest/globals';
import { languageOf } from '../../../reading/language.js';
import { passagesOf, wordsOfLines, type Passage } from '../../../reading/passages.js';
import { webQuery } from '../../../reading/web-query.js';
import { wordPlaces, wordsOf } from '../../../reading/words.js';
import { plainLine } from '../../../reading/normalise.js';

describe('words', () => {
  test.each([
    ['The keeper’s log, 2nd ed.', ['the', 'keeper', 's', 'log', '2nd', 'ed']],
    ['§ 5.2 e-mail a/b foo_bar', ['5', '2', 'e', 'mail', 'a', 'b', 'foo', 'bar']],
    ['GRÜSSE Straße İzmir', ['grüsse', 'strasse', 'i̇zmir']],
    ['ﬁne “quotes” con\u00adtract', ['fine', 'quotes', 'contract']],
    ['合同法 第5条 カタカナ', ['合', '同', '法', '第', '5', '条', 'カ', 'タ', 'カ', 'ナ']],
    ['Договор № 7, हिन्दी', ['договор', 'no', '7', 'हिन्दी']],
    ['<b> & "|!:* \\', ['b']],
    ['👩‍🚀 … \u0000', []],
  ])('of %j', (text, words) => {
    expect(wordsOf(plainLine(text.replace('<b>', '\\<b\\>')))).toEqual(words);
  });

  test('are as many as their places, and a long one is cut without half a character', () => {
    const text = plainLine('ﬁne Straße 合同 “x-y” 𝔘nicode');
    expect(wordPlaces(text).map(({ start, end }) => text.slice(start, end))).toHaveLength(wordsOf(text).length);
    const [long = ''] = wordsOf('𐐨'.repeat(3000));
    expect([long.length <= 100, long.isWellFormed()]).toEqual([true, true]);
  });
});

describe('the language of a text', () => {
  test.each([
    [
      'english',
      'The supplier shall deliver the goods to the buyer in the port that is named in this contract, and not later than the date of the order.',
    ],
    [
      'german',
      'Der Verkäufer liefert die Ware an den Käufer in dem Hafen, der in diesem Vertrag genannt ist, und nicht später als mit der Bestellung.',
    ],
    [
      'french',
      'Le vendeur livre les marchandises à l’acheteur dans le port qui est désigné par le contrat, et au plus tard avec la date de la commande.',
    ],
    [
      'spanish',
      'El vendedor entrega las mercancías al comprador en el puerto que se indica en el contrato, y no más tarde de la fecha de los pedidos.',
    ],
    [
      'italian',
      'Il venditore consegna la merce al compratore nel porto che è indicato nel contratto, e non più tardi della data dell’ordine con le carte.',
    ],
    [
      'dutch',
      'De verkoper levert de goederen aan de koper in de haven die in het contract is genoemd, en niet later dan de datum van de bestelling.',
    ],
    [
      'swedish',
      'Säljaren ska leverera varorna till köparen i den hamn som är angiven i avtalet, och det är inte senare än den dag som är av vikt.',
    ],
    [
      'russian',
      'Продавец поставит товар покупателю в порту, который указан в договоре, и не позже, чем это указано в заказе, если так и не как до этого.',
    ],
    ['simple', '合同双方应当按照本合同的约定履行各自的义务。'],
    ['simple', 'Table 1: 4711 4712 4713 kg m3 Pa'],
    ['simple', 'The tower'],
    ['simple', ''],
  ])('%s', (language, text) => {
    expect(languageOf(wordsOf(text))).toBe(language);
  });

  test('of a table with little prose is still told', () => {
    const row = 'alpha 12 beta 13 ';
    expect(languageOf(wordsOf(`${row.repeat(20)} and the sum of it is that which is to be in the table`))).toBe(
      'english',
    );
  });
});

describe('queries', () => {
  test.each([
    ['force majeure', '"force" "majeure"'],
    ['"Force Majeure" -insurance', '"force majeure" -"insurance"'],
    ['lamp OR tower or keeper', '"lamp" or "tower" or "keeper"'],
    ['5.2 e-mail', '"5 2" "e mail"'],
    ['合同法', '"合 同 法"'],
    ['-"not this" that', '-"not this" "that"'],
    ['"left open', '"left open"'],
    [`a' & b | !(c) <-> d:*`, '"a" "b" "c" "d"'],
    ['“curly quotes”', '"curly" "quotes"'],
    ['"or"', '"or"'],
    ['- lamp', '"lamp"'],
  ])('%j is %j', (q, expected) => {
    expect(webQuery(q)).toBe(expected);
  });

  test.each(['', ' ', '""', '& | ! ( )', '-lamp', '-"a b" -c', 'or', '👩‍🚀'])('%j names nothing to look for', (q) => {
    expect(webQuery(q)).toBeNull();
  });

  test('have at most 50 words', () => {
    expect(webQuery('word '.repeat(200))?.split(' ')).toHaveLength(50);
    expect(webQuery(`"${'word '.repeat(200)}"`)?.split(' ')).toHaveLength(50);
  });
});

describe('passages', () => {
  const all = (files: Record<string, string>): Passage[] => [...passagesOf(new Map(Object.entries(files)))].flat();

  test('have a heading, the line of their beginning and pages, and leave out front matter, README.md and JSON', () => {
    const found = all({
      'README.md': '# Contents\n\nlamp\n',
      '01-a.md': '---\ntitle: A\npages: [3, 4]\n---\n\n# A **bold** one\n\nThe lamp\n\n<!-- page 4 -->\n\nGoes on\n',
      '02-b.md': '---\ntitle: B\npages: [5, 5]\n---\n\nStill of A\n',
      'notes.txt': 'plain\n# no heading\n',
      'metadata.json': '{"lamp": 1}',
    });
    expect(found).toEqual([
      {
        path: '01-a.md',
        heading: 'A bold one',
        startLine: 6,
        lines: ['A bold one', '', 'The lamp', '', '', '', 'Goes on'],
        pages: [3, 3, 3, 3, 4, 4, 4],
      },
      { path: '02-b.md', heading: 'A bold one', startLine: 6, lines: ['Still of A'], pages: [5] },
      { path: 'notes.txt', heading: null, startLine: 1, lines: ['plain', 'no heading'], pages: [null, null] },
    ]);
  });

  test('end with a paragraph, at 2,000 characters or so; lines stay what they are', () => {
    const paragraphs = Array.from({ length: 40 }, (_, at) => `${at} ${'word '.repeat(60)}`.trim());
    const content = paragraphs.join('\n\n');
    const found = all({ 'a.md': content });
    expect(found.length).toBeGreaterThan(4);
    const lines = content.split('\n');
    for (const { startLine, lines: some } of found) {
      expect(some.join('\n').length).toBeLessThanOrEqual(4_100);
      for (const [at, line] of some.entries()) expect(line).toBe(lines[startLine - 1 + at]);
    }
    expect(found.flatMap(({ lines: some }) => some.filter(Boolean))).toEqual(paragraphs);
  });

  test('cut a line of a million characters, and a word of a million', () => {
    const long = all({ 'a.md': `before\n${'lamp '.repeat(200_000)}\nafter` });
    expect(long.every(({ lines }) => lines.join('\n').length <= 4_100)).toBe(true);
    expect(long.at(-1)).toMatchObject({ startLine: 3, lines: ['after'] });
    expect(long.flatMap(({ lines }) => wordsOfLines(lines).match(/lamp/g) ?? [])).toHaveLength(200_000);
    expect(all({ 'a.md': 'x'.repeat(1_000_000) })).toHaveLength(250);
  });
});
