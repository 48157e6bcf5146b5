import { expect, test } from '@jest/globals';
import { linesOfHocr } from '../../../../engine/ocr/hocr.js';

const page = (...lines: string[]): string =>
  [
    `<html><body>`,
    `  <div class='ocr_page' id='page_1' title='image "stdin"; bbox 0 0 800 600; ppageno 0'>`,
    ...lines,
    `  </div></body>`,
    `</html>`,
    '',
  ].join('\n');

const line = (kind: string, title: string, ...words: string[]): string =>
  `<span class='${kind}' id='line_1_1' title="${title}">${words.join('')}</span>`;

const word = (title: string, ...characters: string[]): string =>
  `<span class='ocrx_word' id='word_1_1' title='${title}'>${characters.join('')}</span>`;

const character = (box: string, text: string): string =>
  `<span class='ocrx_cinfo' title='x_bboxes ${box}; x_conf 99.5'>${text}</span>`;

test('a line has its words, their characters and its baseline on the page', () => {
  const written = line(
    'ocr_line',
    'bbox 100 50 300 90; baseline 0.02 -10; x_size 33.5; x_descenders 7; x_ascenders 8',
    word('bbox 100 50 140 90; x_wconf 96', character('100 50 120 90', 'H'), character('121 60 140 90', 'i')),
    word('bbox 150 50 300 90; x_wconf 41', character('150 50 300 90', '&amp;')),
  );
  expect(linesOfHocr(page(written))).toEqual([
    {
      bbox: { x0: 100, y0: 50, x1: 300, y1: 90 },
      baseline: { x0: 100, y0: 80, x1: 300, y1: 84 },
      rowAttributes: { rowHeight: 33.5 },
      words: [
        {
          text: 'Hi',
          confidence: 96,
          bbox: { x0: 100, y0: 50, x1: 140, y1: 90 },
          symbols: [
            { text: 'H', bbox: { x0: 100, y0: 50, x1: 120, y1: 90 } },
            { text: 'i', bbox: { x0: 121, y0: 60, x1: 140, y1: 90 } },
          ],
        },
        {
          text: '&',
          confidence: 41,
          bbox: { x0: 150, y0: 50, x1: 300, y1: 90 },
          symbols: [{ text: '&', bbox: { x0: 150, y0: 50, x1: 300, y1: 90 } }],
        },
      ],
    },
  ]);
});

test('headings, captions and lines that float are lines; a line without words is none', () => {
  const kinds = ['ocr_header', 'ocr_caption', 'ocr_textfloat', 'ocr_line'];
  const words = word('bbox 0 0 9 9; x_wconf 90', character('0 0 9 9', 'x'));
  const title = 'bbox 0 0 9 9; baseline 0 0; x_size 9';
  const lines = linesOfHocr(page(...kinds.map((kind) => line(kind, title, words)), line('ocr_line', title)));
  expect(lines).toHaveLength(kinds.length);
});

test('output that was cut off is an error, not a page with less text', () => {
  const whole = page(line('ocr_line', 'bbox 0 0 9 9; baseline 0 0; x_size 9', word('bbox 0 0 9 9; x_wconf 90')));
  expect(() => linesOfHocr(whole.slice(0, -12))).toThrow('incomplete');
  expect(linesOfHocr(page())).toEqual([]);
});
