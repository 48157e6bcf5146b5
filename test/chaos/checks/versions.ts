/** Versions are exactly 1 to n, each of the PDF that was sent, whole, and every byte is what the manifest says. */
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { unpackTree } from '../../../infra/tar.js';
import type { Storage } from '../../../infra/storage.js';
import { pageMarks } from '../../support/marked-pdf.js';
import type { Ledger, PromisedShelf, PromisedVersion } from '../ledger.js';
import { checked, type Check } from '../table.js';
import type { ShelfRow } from './shelves.js';

export interface VersionRow {
  id: string;
  publicId: string;
  shelfId: string;
  number: number | null;
  prefix: string;
  archiveKey: string;
  archiveSha256: string;
  files: { path: string; sizeBytes: number; sha256: string }[];
}

/** Reads over the api what an account's shelf has: text of a 200, else throws. */
export type ReadOf = (shelf: PromisedShelf) => (path: string) => Promise<Buffer>;

const MAX_TREE_BYTES = 256 * 1024 * 1024;
const AT_ONCE = 6;

/** Drafts have no number. */
export async function readVersionRows(manager: EntityManager): Promise<VersionRow[]> {
  return manager.query<VersionRow[]>(
    `SELECT version.id, version.public_id AS "publicId", version.shelf_id AS "shelfId",
            version.version_number AS number, version.prefix, version.archive_key AS "archiveKey",
            version.archive_sha256 AS "archiveSha256",
            (SELECT coalesce(json_agg(json_build_object('path', path, 'sizeBytes', size_bytes, 'sha256', sha256) ORDER BY position), '[]')
             FROM version_files WHERE version_id = version.id) AS files
     FROM versions version ORDER BY version.version_number`,
  );
}

export interface VersionDeps {
  ledger: Ledger;
  storage: Storage;
  readOf: ReadOf;
  shelves: readonly ShelfRow[];
  versions: readonly VersionRow[];
}

export async function checkVersions({ ledger, storage, readOf, shelves, versions }: VersionDeps): Promise<Check[]> {
  const kept = ledger.shelves.filter(({ deleted }) => !deleted);
  const numbering: string[] = [];
  const reads: { shelf: PromisedShelf; row: ShelfRow; version: VersionRow; promised: PromisedVersion | null }[] = [];
  for (const shelf of kept) {
    const row = shelves.find(({ publicId }) => publicId === shelf.publicId);
    if (!row) continue; // counted as a shelf that is not there
    const own = versions.filter(({ shelfId }) => shelfId === row.id);
    const numbers = own.flatMap(({ number }) => number ?? []);
    const expected = shelf.versions.map((_, index) => index + 1);
    const told = row.currentVersionNumber ?? 0;
    if (numbers.join() !== expected.join() || told !== expected.length)
      numbering.push(
        `${shelf.name} ${shelf.publicId}: ${numbers.join() || 'none'}, current ${told}; promised ${expected.join() || 'none'}`,
      );
    const drafts = own.filter(({ number }) => number === null).length;
    if (drafts !== (row.status === 'review' ? 1 : 0))
      numbering.push(`${shelf.name}: ${drafts} drafts in ${row.status}`);
    for (const version of own) {
      const promised = version.number === null ? null : (shelf.versions[version.number - 1] ?? null);
      reads.push({ shelf, row, version, promised });
    }
  }
  const unreadable: string[] = [];
  let files = 0;
  const queue = [...reads];
  const reader = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { shelf, row, version, promised } = next;
      const read = readerOf(shelf, row, { version, storage, readOf });
      const faults = await faultsOf(version, { read, storage, promised }).catch((error: unknown) => [String(error)]);
      files += version.files.length;
      unreadable.push(...faults.map((fault) => `${shelf.name} version ${version.number ?? 'in review'}: ${fault}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return [
    checked('versions: exactly 1 to n, and one draft in review', kept.length, numbering),
    checked('versions: files, archive and content as promised', reads.length, unreadable),
    { what: 'versions: files compared with their manifests', expected: files, found: files, lost: [] },
  ];
}

type Read = (path: string) => Promise<Buffer>;

/** Over the api where that is open: versions in `ready`, a draft in `review`. Else from the store. */
function readerOf(
  shelf: PromisedShelf,
  { status }: ShelfRow,
  { version, storage, readOf }: { version: VersionRow; storage: Storage; readOf: ReadOf },
): Read {
  const read = readOf(shelf);
  const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
  if (status === 'ready' && version.number !== null)
    return (path) => read(`/versions/${version.number}/files/${encoded(path)}`);
  if (status === 'review' && version.number === null) return (path) => read(`/files/${encoded(path)}`);
  return (path) => storage.get(`${version.prefix}${path}`);
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

async function faultsOf(
  version: VersionRow,
  { read, storage, promised }: { read: Read; storage: Storage; promised: PromisedVersion | null },
): Promise<string[]> {
  const faults: string[] = [];
  const texts = new Map<string, string>();
  for (const file of version.files) {
    const bytes = await read(file.path);
    if (sha256(bytes) !== file.sha256 || bytes.length !== Number(file.sizeBytes))
      faults.push(`${file.path} is not what its manifest says`);
    texts.set(file.path, bytes.toString());
  }
  const archive = await storage.get(version.archiveKey);
  if (sha256(archive) !== version.archiveSha256) faults.push('the archive is not what its row says');
  const packed = (await unpackTree(archive, MAX_TREE_BYTES)).files;
  const differs = packed.size !== texts.size || [...texts].some(([path, text]) => packed.get(path) !== text);
  if (differs) faults.push('the archive holds other files');
  if (promised) faults.push(...promisesBroken(texts, promised));
  return faults;
}

/** What of a promise the files do not keep: of another PDF, pages missing or doubled, a note that was approved. */
function promisesBroken(texts: ReadonlyMap<string, string>, { fileName, pages, note }: PromisedVersion): string[] {
  const faults: string[] = [];
  const { source } = JSON.parse(texts.get('metadata.json') ?? '{}') as { source?: { fileName?: string } };
  if (source?.fileName !== fileName) faults.push(`made of ${source?.fileName}, not of ${fileName}`);
  if (note && texts.get(note.path) !== note.content) faults.push(`${note.path} is not as approved`);
  if (pages === null) return faults;
  const contents = [...texts].filter(([path]) => path.endsWith('.md') && path !== 'README.md');
  const marks = pageMarks(contents.map(([, text]) => text));
  const wrong = marks.filter((mark, index) => mark === marks[index - 1]);
  const missing = Array.from({ length: pages }, (_, index) => index + 1).filter((page) => !marks.includes(page));
  if (missing.length > 0) faults.push(`pages ${missing.join()} of ${pages} are missing`);
  if (wrong.length > 0) faults.push(`pages ${wrong.join()} are there twice`);
  return faults;
}
