/** A draft of some files in review, and two sessions of its account that change and preview what is pending. */
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { PendingOperations, Review } from '../../contract/review.js';
import type { Operation } from '../../contract/vocabulary.js';
import type { Account } from '../../entities/account.js';
import type { Shelf } from '../../entities/shelf.js';
import { buildTestApp, givenShelfInReview, type TestApp } from './app.js';

export const METADATA = {
  title: 'Report',
  authors: [],
  template: null,
  language: null,
  pageCount: 12,
  source: { fileName: 'a.pdf', sha256: '0'.repeat(64), sizeBytes: 9 },
  files: [
    { path: '01-introduction.md', title: 'Introduction', level: 2, pages: [1, 2], words: 1 },
    { path: '02-part/01-what.md', title: 'What', level: 2, pages: [3, 12], words: 9 },
  ],
  tables: 0,
  figures: 0,
};
export const FILES = {
  'README.md': '# Report\n\n- [Introduction](01-introduction.md)\n- [What](02-part/01-what.md)\n',
  '01-introduction.md':
    '---\ntitle: Introduction\npages: [1, 2]\n---\n\n## Introduction\n\nSee [what](02-part/01-what.md).\n',
  '02-part/01-what.md': '---\ntitle: What\npages: [3, 12]\n---\n\n## What\n\nOne\nTwo\nThree\n',
  'metadata.json': JSON.stringify(METADATA),
  'source-map.json': '[]\n',
};
export const NOTE = { type: 'write', path: '09-note.md', content: '# Note\n' } as const satisfies Operation;

type Session = Awaited<ReturnType<TestApp['withSession']>>;

export interface EditedReview {
  api: TestApp;
  account: Account;
  shelf: Shelf;
  one: Session;
  two: Session;
}

/** One for each test of a file: registers its hooks and passes it to `assign`. */
export function setUpEditedReview(assign: (given: EditedReview) => unknown): void {
  let api: TestApp;
  beforeAll(async () => {
    api = await buildTestApp();
  });
  afterAll(() => api?.stop());
  beforeEach(async () => {
    const { account } = await api.user();
    const shelf = await givenShelfInReview(api, account, FILES);
    const [one, two] = [await api.withSession(account), await api.withSession(account)];
    assign({ api, account, shelf, one, two });
  });
}

/** What is asked of the review that `given` tells, by its first session unless another is named. */
export function reviewRequests(given: () => Pick<EditedReview, 'shelf' | 'one'>) {
  const at = (path = '', { publicId }: { publicId: string } = given().shelf) =>
    `/v1/dashboard/shelves/${publicId}/review${path}`;
  const reviewOf = async (session = given().one) => (await session({ url: at() })).json<Review>();
  const pending = async (session = given().one) =>
    (await session({ url: at('/operations') })).json<PendingOperations>();
  const put = (payload: object, session = given().one) => session({ method: 'PUT', url: at('/operations'), payload });
  const preview = (payload?: object, session = given().one) =>
    session({ method: 'POST', url: at('/preview'), ...(payload && { payload }) });
  const keep = async (operations: unknown, session = given().one) => {
    const { draft, revision } = await pending(session);
    return put({ draft, revision, operations }, session);
  };
  return { at, reviewOf, pending, put, preview, keep };
}

/** How many changes are kept of all reviews of the account. */
export async function keptEdits({ api, account }: Pick<EditedReview, 'api' | 'account'>): Promise<number> {
  const [{ count }] = await api.database.manager.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM review_edits WHERE ${EDITS_OF_ACCOUNT}`,
    [account.id],
  );
  return count;
}

/** Condition of rows, with the account's id as its parameter. */
export const EDITS_OF_ACCOUNT = 'session_id IN (SELECT id FROM sessions WHERE account_id = $1)';
