/** What a page shows while the service's processes are away, and once they are back. */
import { expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { setSubscription } from '../../entities/queries/admin.js';
import { ownWebApp } from '../support/own-web-app.js';

const TIMEOUT_MS = 300_000;
const SAMPLE = readFileSync('local/sample/lighthouse.pdf');
const app = await ownWebApp();
const { browserTest } = app;

async function uploadAgain(publicId: string, bytes: Buffer): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'again.pdf');
  const reply = await app.service.request(`/v1/shelves/${publicId}/upload`, { method: 'POST', body: form });
  expect(reply.status).toBe(200);
}

browserTest(
  'a new PDF that fails is told on the open page, which leads back to the version that was there',
  async () => {
    const { account, database } = app.service;
    await setSubscription(database.manager, { email: account.email, active: true }); // to put another PDF in its place
    const { publicId } = await app.service.createShelf(SAMPLE);
    await app.service.shelfIn(publicId, ['ready'], 120_000);
    const { page, complaints, close } = await app.signedIn();
    await page.goto(`${app.service.baseUrl}/shelves/${publicId}`);
    await page.getByRole('treeitem', { name: '01-the-tower.md' }).waitFor();
    // the document of the version that is shown, also when another one is published
    const pdf = page.getByRole('link', { name: 'PDF', exact: true });
    expect(await pdf.getAttribute('href')).toBe(`/v1/shelves/${publicId}/source?version=1`);

    await uploadAgain(publicId, Buffer.from('%PDF-1.7\nThis is no PDF.\n'));
    await page.getByText('Failed while parsing').waitFor({ timeout: 120_000 });
    await page.getByRole('tree').waitFor({ state: 'detached' });
    await page.getByLabel('Shelf and request', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await page.getByRole('button', { name: 'Back to version 1' }).click();
    await page.getByRole('treeitem', { name: '01-the-tower.md' }).waitFor();

    await app.service.worker.stop();
    await uploadAgain(publicId, SAMPLE);
    await page.getByText('The PDF is being read').waitFor();
    expect(await page.getByRole('alert').filter({ hasText: 'Request' }).count()).toBe(0);
    await app.service.worker.start();
    await page.getByRole('treeitem', { name: '01-the-tower.md' }).waitFor({ timeout: 120_000 });
    expect(await pdf.getAttribute('href')).toBe(`/v1/shelves/${publicId}/source?version=2`);
    expect(complaints).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);

/** A drop of three PDFs somewhere on the page, as a browser tells it. */
const DROP = `(async () => {
  const pdf = await (await fetch('/sample.pdf')).blob();
  const dataTransfer = new DataTransfer();
  for (const name of ['one', 'two', 'three'])
    dataTransfer.items.add(new File([pdf], name + '.pdf', { type: 'application/pdf' }));
  const under = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const tell = (type) => under().dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  const closed = under();
  tell('dragenter');
  // what takes the drop opens over the page
  while (under() === closed) await new Promise((drawn) => requestAnimationFrame(drawn));
  tell('dragover');
  tell('drop');
})()`;

browserTest(
  'three PDFs that are dropped become shelves; one is followed while the service restarts, without a reload',
  async () => {
    // its work waits until the page has seen the restart
    await app.service.worker.stop();
    const { page, complaints, close } = await app.signedIn();
    await page.goto(app.service.baseUrl);
    await page.getByRole('heading', { name: 'Shelves' }).waitFor();
    await page.evaluate(DROP);
    for (const name of ['one', 'two', 'three']) await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'two', exact: true }).click();
    await page.getByText('The PDF is being read').waitFor();
    await app.service.api.stop();
    await app.service.api.start();
    await app.service.worker.start();
    await page.getByRole('treeitem', { name: '01-the-tower.md' }).waitFor({ timeout: 120_000 });
    await page.getByText('ready', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Shelves', exact: true }).click();
    await page.getByRole('row', { name: /^three .*ready/i }).waitFor({ timeout: 120_000 });
    // that nobody answered for a while is told by the browser too
    expect(complaints.filter((one) => !/net::ERR_|status of 503/.test(one))).toEqual([]);
    await close();
  },
  TIMEOUT_MS,
);
