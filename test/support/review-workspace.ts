/** A reviewer's first steps, for the tests of the web app's review. */
import { expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Shelf } from '../../contract/shelf.js';
import type { UsedService } from './service-account.js';

/** A new shelf whose draft waits for its review. */
export async function givenReview(service: UsedService): Promise<Shelf> {
  const form = new FormData();
  form.append('review', 'true');
  form.append('file', new Blob([readFileSync('local/sample/lighthouse.pdf')]), 'lighthouse.pdf');
  const created = await service.withSession('/v1/shelves', { method: 'POST', body: form });
  expect(created.status).toBe(201);
  return service.shelfIn(((await created.json()) as Shelf).publicId, ['review', 'failed'], 120_000);
}

/** Moves a file of the open review, and waits until the change is pending. */
export const move = async (page: Page, file: string, folder: string): Promise<void> => {
  await page.getByRole('treeitem', { name: file }).click();
  await page.getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('combobox', { name: 'Folder' }).fill(folder);
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText(`Move ${file} to ${folder}/${file}`).waitFor();
};
