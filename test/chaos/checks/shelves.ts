/** Every shelf that was promised is there, once, at rest, as its client last saw it. */
import type { EntityManager } from 'typeorm';
import type { ShelfStatus } from '../../../contract/vocabulary.js';
import type { Ledger, PromisedShelf } from '../ledger.js';
import { checked, type Check } from '../table.js';

export interface ShelfRow {
  id: string;
  publicId: string;
  accountPublicId: string;
  name: string;
  status: ShelfStatus;
  run: number;
  currentVersionNumber: number | null;
  deleted: boolean;
}

const AT_REST: readonly string[] = ['review', 'ready', 'failed'];

export async function readShelfRows(manager: EntityManager): Promise<ShelfRow[]> {
  return manager.query<ShelfRow[]>(
    `SELECT shelf.id, shelf.public_id AS "publicId", account.public_id AS "accountPublicId", shelf.name, shelf.status,
            shelf.run, shelf.current_version_number AS "currentVersionNumber", shelf.deleted_at IS NOT NULL AS deleted
     FROM shelves shelf JOIN accounts account ON account.id = shelf.account_id`,
  );
}

export function checkShelves(rows: readonly ShelfRow[], { shelves }: Ledger): Check[] {
  const byId = new Map(rows.map((row) => [row.publicId, row]));
  const kept = shelves.filter(({ deleted }) => !deleted);
  const known = new Set(shelves.map(({ publicId }) => publicId));
  const there = kept.filter(({ publicId }) => byId.get(publicId)?.deleted === false);
  const rowOf = ({ publicId }: PromisedShelf): ShelfRow => byId.get(publicId) as ShelfRow;
  const name = ({ name: said, publicId }: { name: string; publicId: string }): string => `${said} ${publicId}`;
  return [
    checked('shelves: every 201 is there', kept.length, kept.filter((shelf) => !there.includes(shelf)).map(name)),
    checked(
      'shelves: none without a 201 (a twin)',
      rows.length,
      rows.filter(({ publicId }) => !known.has(publicId)).map(name),
    ),
    checked(
      'shelves: deleted ones are gone',
      shelves.length - kept.length,
      shelves.filter(({ deleted, publicId }) => deleted && byId.has(publicId)).map(name),
    ),
    checked(
      'shelves: at rest in time',
      there.length,
      there.flatMap((shelf) => {
        const { status } = rowOf(shelf);
        return AT_REST.includes(status) ? [] : [`${name(shelf)}: ${status}`];
      }),
    ),
    checked(
      'shelves: as their clients last saw them',
      there.length,
      there.flatMap((shelf) => {
        const { status } = rowOf(shelf);
        return status === shelf.rests ? [] : [`${name(shelf)}: ${status}, last seen ${shelf.rests ?? 'at work'}`];
      }),
    ),
  ];
}
