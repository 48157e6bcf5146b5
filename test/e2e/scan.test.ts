/** A scanned PDF through the running service: parsed, recognised in ranges of its own, ready. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Tree } from '../../contract/content.js';
import type { Shelf } from '../../contract/shelf.js';
import { poll } from '../support/poll.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';

const scan = readFileSync(fileURLToPath(new URL('../../../test/fixtures/harbour-scan.pdf', import.meta.url)));
let service: Service;

beforeAll(async () => {
  service = await startService({ OCR_PAGES_PER_RANGE: '1' });
}, START_MS);
afterAll(() => service?.stop(), STOP_MS);

test('a scan becomes a ready shelf with its text, and a finding that says so', async () => {
  const { publicId } = await service.createShelf(scan);
  const shelf = await poll(
    async () => {
      const now = (await (await service.request(`/v1/shelves/${publicId}`)).json()) as Shelf;
      return ['ready', 'failed'].includes(now.status) ? now : null;
    },
    180_000,
    500,
  );
  expect(shelf).toMatchObject({ status: 'ready', pageCount: 2, errorMessage: null });
  expect(shelf.auditFindings?.map(({ code }) => code)).toContain('recognised_text');
  const { files } = (await (await service.request(`/v1/shelves/${publicId}/tree`)).json()) as Tree;
  const text = Object.values(files).join('\n');
  expect(text).toContain('Every vessel reports to the harbour office within two hours of its arrival');
  expect(text).toContain('Fuel is taken on at the western pier alone');
}, 360_000);
