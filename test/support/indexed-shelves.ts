/** Shelves that full-text search finds: for tests of GET /v1/search and of its index. */
import { afterAll, beforeAll } from '@jest/globals';
import { searchActivities } from '../../activities/search.js';
import type { FoundPassages } from '../../contract/search.js';
import type { Account } from '../../entities/account.js';
import { changeShelf } from '../../entities/queries/shelf-list.js';
import type { Shelf } from '../../entities/shelf.js';
import { runActivity } from './activities.js';
import { buildTestApp, givenReadyShelf, type TestApp } from './app.js';

const PROSE =
  'The keeper lit the lamps of the tower at dusk, and it was his duty to be there until they went out in the morning.';

export type Indexing = ReturnType<typeof indexing>;

/** An api for a test file and what indexes its shelves: registers its hooks and passes them to `assign`. */
export function setUpIndexing(assign: (given: Indexing) => unknown): void {
  let api: TestApp | undefined;
  beforeAll(async () => {
    api = await buildTestApp();
    assign(indexing(api));
  });
  afterAll(() => api?.stop());
}

function indexing(api: TestApp) {
  const activities = searchActivities({ dataSource: api.database.dataSource, storage: api.storage });
  const index = ({ publicId }: Shelf) => runActivity(activities.indexShelf, { shelfPublicId: publicId });

  /** A shelf that is indexed, with one file of prose and these lines. */
  const given = async (account: Account, lines: string[], name = 'Report', intro = PROSE): Promise<Shelf> => {
    const content = `---\ntitle: One\npages: [7, 9]\n---\n\n# Duties of the watch\n\n${intro}\n\n${lines.join('\n\n')}\n`;
    const shelf = await givenReadyShelf(api, account, { 'README.md': '# x\n', 'part/01-one.md': content });
    await changeShelf(api.database.manager, { accountId: account.id, publicId: shelf.publicId }, { name });
    await index(shelf);
    return shelf;
  };

  /** Asks as the owner of a key. */
  const searcher =
    (key: string) =>
    async (q: string, more = ''): Promise<FoundPassages> => {
      const response = await api.as(key)({ url: `/v1/search?q=${encodeURIComponent(q)}${more}` });
      if (response.statusCode !== 200) throw new Error(`${q} ${more}: ${response.statusCode} ${response.body}`);
      return response.json<FoundPassages>();
    };

  return { api, activities, index, given, searcher };
}
