/** Requests that start a shelf's work anew or take it back, and shelves in the statuses that they meet. */
import type { ShelfStatus } from '../../contract/vocabulary.js';
import { Account } from '../../entities/account.js';
import { claimUpload } from '../../entities/queries/claims.js';
import { publishVersion } from '../../entities/queries/publishing.js';
import { recordFailure, recordStep } from '../../entities/queries/runs.js';
import { createUpload } from '../../entities/queries/uploads.js';
import type { Shelf } from '../../entities/shelf.js';
import { Upload } from '../../entities/upload.js';
import { givenReadyShelf, hash, type TestApp } from './app.js';
import { fileField, form, FORM_TYPE, type Field } from './forms.js';
import { givenShelf, publicationOf } from './rows.js';

/** Why the shelves here have failed. */
export const FAILURE = { step: 'parsing', message: 'The PDF is damaged and cannot be read.' } as const;

/** @param api as it is when a test asks */
export function claimRequests(api: () => TestApp) {
  const manager = () => api().database.manager;

  async function subscriber() {
    const user = await api().user();
    await manager().update(Account, { id: user.account.id }, { subscribedAt: new Date() });
    return user;
  }

  function upload(key: string, id: string, fields: Field[] = [fileField()], headers: Record<string, string> = {}) {
    return api().as(key)({
      method: 'POST',
      url: `/v1/shelves/${id}/upload`,
      headers: { ...FORM_TYPE, ...headers },
      payload: form(...fields),
    });
  }

  const post = (key: string, id: string, action: 'retry' | 'restore', headers: Record<string, string> = {}) =>
    api().as(key)({ method: 'POST', url: `/v1/shelves/${id}/${action}`, headers });

  async function shelfIn(status: ShelfStatus, account: Account): Promise<Shelf> {
    if (status === 'ready') return givenReadyShelf(api(), account);
    const shelf = await givenShelf(manager(), account.id, { reviewMode: status === 'review' });
    const run = { publicId: shelf.publicId, run: 1 };
    if (status === 'failed') await recordFailure(manager(), { ...run, ...FAILURE });
    else if (status === 'review') await publishVersion(manager(), publicationOf(shelf));
    else if (status !== 'uploading') await recordStep(manager(), { ...run, status });
    return shelf;
  }

  /** A shelf whose second PDF has failed. */
  async function failedUpload(account: Account): Promise<Shelf> {
    const shelf = await givenReadyShelf(api(), account);
    const objectKey = `users/${account.publicId}/uploads/${crypto.randomUUID()}.pdf`;
    const source = { objectKey, fileName: 'second.pdf', mimeType: 'application/pdf' };
    const { id } = await createUpload(manager(), { accountId: account.id, ...source });
    const stored = { sizeBytes: 1, sha256: hash('second') };
    const { publicId } = shelf;
    await claimUpload(manager(), { accountId: account.id, publicId, requestId: null, uploadId: id, stored });
    await recordFailure(manager(), { publicId, run: 2, ...FAILURE });
    return shelf;
  }

  /** What an account has in the object store and in rows of uploads. */
  async function held(account: Account) {
    const keys: string[] = [];
    for await (const { key } of api().storage.list(`users/${account.publicId}/uploads/`)) keys.push(key);
    return { keys, rows: await manager().countBy(Upload, { accountId: account.id }) };
  }

  return { subscriber, upload, post, shelfIn, failedUpload, held };
}
