/** `backup create`, `backup restore`, `backup verify`: see docs/backup.md. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer, Command, Systems } from '../commands.js';
import { CommandError, UsageError } from '../input.js';
import { dumpDatabase, requireEmpty, restoreDatabase } from './database.js';
import { lockFolder } from './lock.js';
import { copyObjects, restoreObjects } from './objects.js';
import { requireNoRuns } from './runs.js';
import { latestSnapshot, readSnapshot, writeSnapshot } from './snapshots.js';
import { verify } from './verify.js';

const DUMP = 'postgres.dump';
const MANIFEST = 'backup.json';
const FORMAT = 2;

interface Manifest {
  /** Of the folder; another release may write another one. */
  format: number;
  /** ISO; the database is as it was then or a moment later. */
  begunAt: string;
  endedAt: string;
  objects: number;
  bytes: number;
}

const PARTS = ['postgres', 'objects'] as const;
type Part = (typeof PARTS)[number];

export const BACKUP_COMMANDS: Record<string, Command> = {
  'backup create': {
    operands: [],
    options: { to: 'FOLDER' },
    about: 'Copies database and object store into a folder while the service runs; a second time, what has changed.',
    prepare: (_, { to }) => {
      if (to === undefined) throw new UsageError('Where to? Add --to FOLDER.');
      return (systems) => create(systems, to);
    },
  },
  'backup restore': {
    operands: [],
    options: { from: 'FOLDER', only: PARTS.join('|') },
    about: 'Restores a backup into an empty database, beside an empty Temporal; never overwrites an object.',
    prepare: (_, { from, only }) => {
      if (from === undefined) throw new UsageError('Where from? Add --from FOLDER.');
      const parts = readParts(only);
      return (systems) => restore(systems, from, parts);
    },
  },
  'backup verify': {
    operands: [],
    options: {},
    about:
      'Whether the object store has every file of every version, bytes for bytes, and Temporal every run. Else ends with 1.',
    prepare: () => verify,
  },
};

/** Throws UsageError. */
function readParts(only: string | undefined): readonly Part[] {
  const part = PARTS.find((one) => one === only);
  if (only !== undefined && part === undefined) throw new UsageError(`--only is one of ${PARTS.join(', ')}.`);
  return part === undefined ? PARTS : [part];
}

/** The database first: what its rows refer to is there already, and what is made meanwhile has no row and is swept. */
async function create(systems: Systems, folder: string): Promise<Answer> {
  process.umask(0o077); // also for what pg_dump writes, where the folder was there before
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder);
  try {
    return await writeSnapshot(folder, (snapshot) => copy(systems, folder, snapshot));
  } finally {
    await unlock();
  }
}

async function copy({ manager, storage }: Systems, folder: string, snapshot: string): Promise<Answer> {
  const begunAt = new Date().toISOString();
  await dumpDatabase(manager, join(snapshot, DUMP));
  const store = storage();
  try {
    const { objects, bytes, copied } = await copyObjects(store, {
      folder,
      snapshot,
      before: await latestSnapshot(folder),
    });
    const manifest: Manifest = { format: FORMAT, begunAt, endedAt: new Date().toISOString(), objects, bytes };
    await writeFile(join(snapshot, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
    return { item: { folder, ...manifest, copied } };
  } finally {
    store.close();
  }
}

/** The objects first: if the service is started too early, it finds no rows whose files are missing. */
async function restore(systems: Systems, folder: string, parts: readonly Part[]): Promise<Answer> {
  if (!existsSync(folder)) throw noBackup(folder);
  return readSnapshot(folder, async (snapshot) => {
    if (snapshot === null) throw noBackup(folder);
    return restoreSnapshot(systems, { folder, snapshot, parts });
  });
}

const noBackup = (folder: string): CommandError =>
  new CommandError(`${folder} holds no whole backup: it has no snapshot.`);

async function restoreSnapshot(
  { manager, storage, temporal }: Systems,
  { folder, snapshot, parts }: { folder: string; snapshot: string; parts: readonly Part[] },
): Promise<Answer> {
  const { begunAt } = await readManifest(snapshot);
  if (parts.includes('postgres')) await requireNoRuns(temporal);
  if (parts.includes('postgres')) await requireEmpty(manager);
  const restored: Record<string, unknown> = { folder, begunAt, parts: parts.join(', ') };
  if (parts.includes('objects')) {
    const store = storage();
    try {
      await store.ensureBucket();
      const { objects, copied } = await restoreObjects(store, folder, snapshot);
      Object.assign(restored, { objects, copied });
    } finally {
      store.close();
    }
  }
  if (parts.includes('postgres')) await restoreDatabase(manager, join(snapshot, DUMP));
  return { item: restored };
}

/** Throws CommandError. */
async function readManifest(snapshot: string): Promise<Manifest> {
  const path = join(snapshot, MANIFEST);
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  if (manifest.format !== FORMAT)
    throw new CommandError(`${path}: this release cannot read format ${manifest.format}.`);
  return manifest;
}
