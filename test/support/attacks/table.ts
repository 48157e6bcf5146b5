/** docs/store-attacks.md: what came of each attack. `UPDATE_STORE_ATTACKS=1` writes it anew, so that a review sees what has changed. */
import { join } from 'node:path';
import { ATTACKS } from './all.js';

export const TABLE = join(import.meta.dirname, '../../../../docs/store-attacks.md');

/** The status that each place has answered to each attack. */
export type Answered = Record<'filter' | 'store', Map<string, number>>;

const MEANING = { refused: '', own: ', what is the own', open: ', **names of others**' } as const;
const TABLE_HEAD = `# Hostile requests to the object store

What a client with valid credentials of its own shelf, expired ones, an archive URL and every key id that these show tries, and the HTTP status of the answer: at the filter, which clients reach ([object-store.md](object-store.md)), and at the store behind it. Below 400 nothing is shown but what is the client's own, except where the store alone names files of others; after all of them every object is as it was.

Written by \`UPDATE_STORE_ATTACKS=1 npm test -- e2e/store-attacks\`, which sends each to a real store; without the variable it fails where an answer has changed. \`undefined\`: was not sent.

| request | at the filter | at the store |
|---|---|---|
`;

export function tableOf(answered: Answered): string {
  const rows = ATTACKS.map(({ name, store }) => {
    const cells = [
      name.replaceAll('|', '\\|'),
      answered.filter.get(name),
      `${answered.store.get(name)}${MEANING[store]}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `${TABLE_HEAD}${rows.join('\n')}\n`;
}
