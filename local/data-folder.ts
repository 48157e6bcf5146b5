/** The folder `.data/`: its layout, and the small files that persist between starts. Accessible to its owner only. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { KeyPair } from '../infra/storage-admin.js';
import type { StoreUsers } from '../infra/storage-users.js';

export type DataFolder = ReturnType<typeof openDataFolder>;

export type Secrets = {
  postgresPassword: string;
  encryptionKey: string;
  /** Key pairs of the object store. Releases up to 0.5.0 had one, `s3AccessKey`, and showed its id in archive URLs. */
  s3Root: KeyPair;
  s3Users: StoreUsers;
};

/** The ports of the last start, so that addresses stay the same if possible. */
export type Ports = {
  postgres: number;
  s3: number;
  /** Of the filter before it. */
  s3Filter: number;
  temporal: number;
  temporalUi: number;
  /** Of the first worker's /metrics; the others have those after it. */
  metrics: number;
};

export function openDataFolder(root: string) {
  const path = (name: string) => join(root, name);
  for (const folder of [root, path('logs'), path('mail'), path('work')]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  return {
    root,
    postgres: path('postgres'),
    s3: path('s3'),
    // With fairness on, the server ignores tasks that were queued without it, as in `temporal.db` of releases up to 0.3.0:
    // such a run would wait for ever. On an empty server the reconciler starts everything that is open by its row.
    temporalDatabase: path('temporal-fair.db'),
    mail: path('mail'),
    work: path('work'),
    connection: path('connection.json'),
    processes: path('processes.json'),
    ports: path('ports.json'),
    log: (name: string) => join(root, 'logs', `${name}.log`),
  };
}

/** The embedded servers' passwords and the encryption key, generated at the first start. */
export function readSecrets(data: DataFolder): Secrets {
  const path = join(data.root, 'secrets.json');
  const known: Partial<Secrets> = readJson<Secrets>(path) ?? {};
  const made = {
    postgresPassword: known.postgresPassword ?? randomBytes(18).toString('hex'),
    encryptionKey: known.encryptionKey ?? randomBytes(32).toString('base64'),
    s3Root: known.s3Root ?? keyPair('root'),
    s3Users: known.s3Users ?? {
      service: keyPair('service'),
      issuer: keyPair('issuer'),
      signer: keyPair('signer'),
    },
  };
  // an earlier release's file has others
  if (!isDeepStrictEqual(known, made)) writeJson(path, made);
  return made;
}

/** Of ids that cannot be guessed either. */
function keyPair(role: string): KeyPair {
  return { accessKey: `${role}-${randomBytes(6).toString('hex')}`, secretKey: randomBytes(20).toString('hex') };
}

/** The file's content, null where it is not there. Throws naming the file when it is no JSON. */
export function readJson<T>(path: string): T | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    throw new Error(`${path} is not valid JSON; repair or remove it.`, { cause: error });
  }
}

/** Writes indented JSON, mode 0600, atomically. */
export function writeJson(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
