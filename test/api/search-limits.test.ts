import { expect, test } from '@jest/globals';
import { searchIn } from '../../api/routes/search.js';
import { createReaders } from '../../reading/readers.js';
import { searching, SLOW, unordered } from '../support/slow-search.js';

test('refuses a pattern that takes more time than a job may with 400', async () => {
  const readers = createReaders({ killAfterMs: 3000 });
  try {
    await expect(searchIn(readers, searching(SLOW, unordered(250_000).repeat(160)))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'regex', reason: 'too_complex' },
    });
  } finally {
    await readers.close();
  }
});
