import { expect, it } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { academicPaper } from '../../../../engine/templates/academic-paper.js';
import { PAPER_SECTION } from '../../../../engine/templates/paper-sections.js';
import { section } from '../../../../engine/templates/section.js';
import { heading, paragraph } from '../../../support/blocks.js';

const named = (title: string, isAfterReferences = false) =>
  decideWithRule(PAPER_SECTION, { section: section({ title }), isAfterReferences });

it.each([
  ['Summary', 'abstract'],
  ['1 Introduction', 'introduction'],
  ['I Introduction', 'introduction'],
  ['IV. Results', 'results'],
  ['Chapter 2: Methods', 'methods'],
  ['II. Materials and Methods', 'methods'],
  ['3. Results and Analysis', 'results'],
  ['General Discussion', 'discussion'],
  ['Conclusions and Outlook', 'conclusion'],
  ['Bibliography', 'references'],
])('knows “%s” for the %s', (title, name) => {
  expect(named(title)).toEqual({ verdict: name, rule: name });
});

it('knows appendices by their name, and by a letter after the references', () => {
  expect(named('Appendix B Proofs')).toEqual({ verdict: 'appendix', rule: 'appendix-word' });
  expect(named('A. Results', true)).toEqual({ verdict: 'appendix', rule: 'lettered-after-references' });
  expect(named('A. Results')).toEqual({ verdict: 'results', rule: 'results' });
  expect(named('S. Supplementary Material', true)).toEqual({ verdict: 'supplement', rule: 'supplement' });
});

it('leaves other sections to their titles', () => {
  expect(named('4 Tidal Models')).toEqual({ verdict: 'other', rule: 'otherwise' });
});

it('names the files of a paper by what its sections are', () => {
  const titles = ['1 Introduction', '2 Tides', 'References', 'A Proofs'];
  const blocks = [
    heading(1, 'On tides'),
    paragraph('Abstract. We measure tides.'),
    ...titles.map((title) => heading(2, title)),
  ];
  const result = academicPaper(blocks, 'On tides');
  expect('shape' in result && result.shape.root.children.map(({ slug }) => slug)).toEqual([
    'front-matter',
    'abstract',
    'introduction',
    'Tides',
    'references',
    'appendix A Proofs',
  ]);
});
