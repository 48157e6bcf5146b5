/** Makes the object store ready for api and worker: the bucket and, of a MinIO server whose root is known, the users. */
import type { S3Config } from '../infra/config.js';
import type { KeyPair } from '../infra/storage-admin.js';
import { importUsers } from '../infra/storage-users.js';
import { createStorage } from '../infra/storage.js';

export async function prepareStore(config: S3Config, root: KeyPair | null): Promise<void> {
  const storage = createStorage(root === null ? config : { ...config, ...root });
  try {
    await storage.ensureBucket();
  } finally {
    storage.close();
  }
  if (root === null) return;
  const { endpoint, region, bucket, accessKey, secretKey, issuer, signer } = config;
  if (issuer === null || signer === null)
    throw new Error('S3_ROOT_ACCESS_KEY makes users: S3_ISSUER_* and S3_SIGNER_* are needed for their keys.');
  const users = { service: { accessKey, secretKey }, issuer, signer };
  await importUsers({ endpoint, region, keys: root }, { bucket, users });
}
