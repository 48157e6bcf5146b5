/** `backup verify`: whether the object store and Temporal have what the database says that they must have. */
import { expectedObjects } from '../../entities/queries/stored-files.js';
import type { Answer, Systems } from '../commands.js';
import { hashObject } from './objects.js';
import { inParallel } from './in-parallel.js';
import { countRuns } from './runs.js';

const SHOWN = 100;

/** Reads every object: a store that has each of them may still have other bytes. */
export async function verify({ manager, storage, temporal }: Systems): Promise<Answer> {
  const store = storage();
  const versions = new Set<string>();
  const faults: { key: string; fault: 'missing' | 'other bytes' }[] = [];
  let objects = 0;
  let bytes = 0;
  try {
    await inParallel(expectedObjects(manager), async ({ key, sha256, sizeBytes, versionPublicId }) => {
      const found = await hashObject(store, key);
      if (found !== sha256) faults.push({ key, fault: found === null ? 'missing' : 'other bytes' });
      if (versionPublicId !== null) versions.add(versionPublicId);
      objects += 1;
      bytes += sizeBytes;
    });
  } finally {
    store.close();
  }
  const { expected, missing, missingCount } = await countRuns(manager, temporal);
  return {
    failed: faults.length > 0 || missingCount > 0,
    sections: {
      objects: { versions: versions.size, objects, bytes, faults: faults.length },
      faults: faults.slice(0, SHOWN),
      runs: { expected, missing: missingCount },
      missingRuns: missing.map((workflowId) => ({ workflowId })),
    },
  };
}
