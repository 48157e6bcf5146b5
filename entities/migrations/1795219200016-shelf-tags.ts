import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tags of shelves, and an index for lists by status. */
export class ShelfTags1795219200016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE shelves ADD COLUMN tags text[] NOT NULL DEFAULT '{}'
       CONSTRAINT shelves_tags_check CHECK (cardinality(tags) <= 20)`,
    );
    await runner.query(
      `CREATE INDEX shelves_account_id_status_created_at_id_idx ON shelves (account_id, status, created_at, id)
       WHERE deleted_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX shelves_account_id_status_created_at_id_idx`);
    await runner.query(`ALTER TABLE shelves DROP COLUMN tags`);
  }
}
