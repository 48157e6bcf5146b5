/** Stored source PDFs of shelves that tests have published by hand. */
import type { Shelf } from '../../entities/shelf.js';
import { Upload } from '../../entities/upload.js';
import type { TestApp } from './app.js';
import { hash } from './app.js';

/** Stores `pdf` as what the shelf was last made from; answers its object's key. */
export async function storeSource(
  { database: { manager }, storage }: Pick<TestApp, 'database' | 'storage'>,
  shelf: Shelf,
  pdf: Buffer,
): Promise<string> {
  const { objectKey } = await manager.findOneByOrFail(Upload, { id: shelf.uploadId });
  await storage.put(objectKey, pdf, 'application/pdf');
  await manager.update(Upload, { id: shelf.uploadId }, { sizeBytes: pdf.length, sha256: hash(pdf) });
  return objectKey;
}
