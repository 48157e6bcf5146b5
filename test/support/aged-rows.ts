/** Rows that look as if nobody had touched them for two minutes; the trigger would set their times anew. */
import type { EntityManager } from 'typeorm';

export const ageShelf = (manager: EntityManager, publicId: string): Promise<void> =>
  untriggered(
    manager,
    `UPDATE shelves SET updated_at = now() - interval '2 minutes', deleted_at = deleted_at - interval '2 minutes'
     WHERE public_id = $1`,
    publicId,
  );

export const ageDeletion = (manager: EntityManager, publicId: string): Promise<void> =>
  untriggered(
    manager,
    `UPDATE shelves SET deleted_at = deleted_at - interval '4 hours' WHERE public_id = $1`,
    publicId,
  );

export const ageMail = (manager: EntityManager, id: string): Promise<void> =>
  untriggered(manager, `UPDATE mails SET created_at = now() - interval '2 minutes' WHERE id = $1`, id);

function untriggered(manager: EntityManager, sql: string, id: string): Promise<void> {
  return manager.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(sql, [id]);
  });
}
