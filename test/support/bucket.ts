/** An empty bucket for one test file, in the object store that the run's test files share. */
import { randomBytes } from 'node:crypto';
import type { S3Config } from '../../infra/config.js';
import { sharedServer } from './shared-servers.js';

/** `config` for createStorage, whose `ensureBucket` makes the bucket. It goes with the server. */
export async function freshBucket(): Promise<{ config: S3Config }> {
  const { config } = await sharedServer('storage');
  return { config: { ...config, bucket: `test-${randomBytes(8).toString('hex')}` } };
}
