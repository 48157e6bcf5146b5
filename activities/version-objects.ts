/** Removes the objects of a version. */
import type { Storage } from '../infra/storage.js';
import type { versionKeys } from '../infra/object-keys.js';

/**
 * Archive, files and what was drawn of its pages; what is not there counts as removed. The archive first: the sweeper knows
 * a version by the others.
 */
export async function removeVersionObjects(
  storage: Pick<Storage, 'removePrefix' | 'remove'>,
  { prefix, archiveKey, pagesPrefix }: ReturnType<typeof versionKeys>,
  signal: AbortSignal,
): Promise<void> {
  await storage.remove([archiveKey], signal);
  await storage.removePrefix(prefix, signal);
  await storage.removePrefix(pagesPrefix, signal);
}
