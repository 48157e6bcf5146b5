/** An empty bucket with users of its own for one test file, in the object store that the run's test files share. */
import { randomBytes } from 'node:crypto';
import type { S3Config } from '../../infra/config.js';
import { prepareStore } from '../../local/prepare-store.js';
import { sharedServer } from './run-wide.js';

/** `config` for createStorage. The bucket and its users go with the server. */
export async function freshBucket(): Promise<{ config: S3Config }> {
  const { config: shared, root } = await sharedServer('storage');
  const name = randomBytes(6).toString('hex');
  const keyPair = (role: string) => ({ accessKey: `${role}-${name}`, secretKey: randomBytes(16).toString('hex') });
  const keys = { ...keyPair('service'), issuer: keyPair('issuer'), signer: keyPair('signer') };
  const config = { ...shared, bucket: `test-${name}`, ...keys };
  await prepareStore(config, root);
  return { config };
}
