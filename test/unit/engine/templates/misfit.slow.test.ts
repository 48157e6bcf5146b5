/** Each template over a document of each kind: what is clearly of another kind is refused, and the reason says why. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Template } from '../../../../contract/vocabulary.js';
import { runStages } from '../../../../engine/pipeline.js';
import { readPages } from '../../../support/pdf.js';

const source = { fileName: 'a.pdf', sha256: '0'.repeat(64), sizeBytes: 1 };

/** Words of the reason for which the template refuses the document; null where it fits. A charter party is a contract. */
const KINDS: Record<string, Record<Template, string | null>> = {
  book: {
    book: null,
    'legal-contract': 'chapters',
    'charter-party': 'chapters',
    'academic-paper': 'none of its sections',
  },
  contract: {
    book: 'defined terms',
    'legal-contract': null,
    'charter-party': 'neither a Part I',
    'academic-paper': 'none of its sections',
  },
  charter: { book: 'boxes', 'legal-contract': null, 'charter-party': null, 'academic-paper': 'none of its sections' },
  paper: {
    book: 'abstract',
    'legal-contract': 'abstract',
    'charter-party': 'neither a Part I',
    'academic-paper': null,
  },
  letter: {
    book: 'short',
    'legal-contract': 'no numbers',
    'charter-party': 'neither a Part I',
    'academic-paper': 'none of its sections',
  },
};

/** All that is known before a template is chosen. */
async function untilBlocks(name: string) {
  const { info, pages } = await readPages(readFileSync(join('test', 'golden', 'corpus', `${name}.pdf`)));
  return runStages({ info, pages: pages.map((parsed) => ({ parsed })) }, { from: 'normalise', until: 'blocks' });
}

describe.each(Object.entries(KINDS))('a %s', (name, templates) => {
  let document: Awaited<ReturnType<typeof untilBlocks>>;

  beforeAll(async () => {
    document = await untilBlocks(name);
  });

  test.each(Object.entries(templates) as [Template, string | null][])('as %s', (template, reason) => {
    const known = { ...document, options: { template, source } };
    const { quality, findings } = runStages(known, { from: 'structure', until: 'files' }).unverified;
    const refusals = findings.filter(({ code }) => code === 'template_mismatch').map(({ message }) => message);
    if (reason === null) expect([quality.tier, refusals]).toEqual(['full', []]);
    else expect([quality.tier, refusals]).toEqual(['degraded', [expect.stringContaining(reason)]]);
  });
});
