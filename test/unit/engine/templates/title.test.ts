import { expect, it } from '@jest/globals';
import type { Block } from '../../../../engine/block-model.js';
import { decideWithRule } from '../../../../engine/rules.js';
import { DOCUMENT_TITLE, titleOf, type TitleInput } from '../../../../engine/templates/title.js';

const about = (input: Partial<TitleInput>) =>
  decideWithRule(DOCUMENT_TITLE, {
    ...{ printed: '', isRecognised: false, ofFile: '', opening: '', blocks: [] },
    ...input,
  });

it('prefers what is printed, then what the file says, then the first heading', () => {
  expect(about({ printed: 'Harbour rules', ofFile: 'Template 7', opening: 'Scope' }).rule).toBe('printed');
  expect(about({ ofFile: 'Template 7', opening: 'Scope' }).rule).toBe('of-file');
  expect(about({ opening: 'Scope' }).rule).toBe('opening');
  expect(about({}).verdict).toBe('file-name');
});

it('believes the file where recognition differs from it by a letter or a space', () => {
  const recognised = (printed: string, ofFile: string) => about({ printed, ofFile, isRecognised: true }).rule;
  expect(recognised('HARBOUR LIGHTSS', 'Harbour Lights')).toBe('recognised-almost-so');
  expect(recognised('HARBOURLIGHTS', 'Harbour Lights')).toBe('recognised-almost-so');
  // near misses: another title, another year, an edition, nothing in the file
  expect(recognised('Harbour Lights', 'scan0017')).toBe('printed');
  expect(recognised('Harbour Lights 2024', 'Harbour Lights 2023')).toBe('printed');
  expect(recognised('Harbour Lights, second edition', 'Harbour Lights')).toBe('printed');
  expect(recognised('Harbour Lights', '')).toBe('printed');
  expect(recognised('* * *', '')).toBe('printed');
  expect(recognised('* * *', '—')).toBe('printed');
  expect(about({ printed: 'Harbour Lightss', ofFile: 'Harbour Lights' }).rule).toBe('printed');
});

it('knows from the page of the title whether it was recognised', () => {
  const box = { x0: 0, y0: 0, x1: 9, y1: 9 };
  const title: Block = {
    ...{ kind: 'heading', level: 1, number: null, title: true, spans: [{ text: 'HARBOUR LIGHTSS' }] },
    source: [{ page: 2, box }],
  };
  const called = (recognisedPage: number): string =>
    titleOf({
      document: { title: null, blocks: [title], furniture: [] },
      info: { title: 'Harbour Lights' },
      pages: [1, 2].map((number) => ({
        parsed: { number, runs: [], ...(number === recognisedPage ? { recognised: { confidence: 80 } } : {}) },
      })) as never,
      fileName: 'a.pdf',
    });
  expect(called(2)).toBe('Harbour Lights');
  expect(called(1)).toBe('HARBOUR LIGHTSS');
});
