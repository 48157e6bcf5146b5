/** Keeps the pictures of an account within its budget. */
import { findExcessPictures, forgetExcessPictures } from '../entities/queries/page-pictures.js';
import type { ActivityDeps } from './deps.js';

type PicturesDeps = Pick<ActivityDeps, 'dataSource' | 'storage'> & {
  config: Pick<ActivityDeps['config'], 'pictureBytes'>;
};

/**
 * Removes the oldest pictures of an account, objects first: after a crash in between the next call finds the same rows.
 * Returns how many.
 */
export async function removeExcessPictures(
  { dataSource: { manager }, storage, config }: PicturesDeps,
  accountPublicId: string,
  signal: AbortSignal,
): Promise<number> {
  const budget = { accountPublicId, mostBytes: config.pictureBytes };
  const keys = await findExcessPictures(manager, budget);
  if (keys.length === 0) return 0;
  await storage.remove(keys, signal);
  await forgetExcessPictures(manager, budget, keys);
  return keys.length;
}
