import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an operator has set for single accounts, and the pages that runs have worked on. */
export class Quotas1795219200023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts ADD COLUMN quotas jsonb NOT NULL DEFAULT '{}'`);
    await runner.query(
      `CREATE TABLE counted_pages (
        shelf_id uuid NOT NULL, run integer NOT NULL, account_id uuid NOT NULL, pages integer NOT NULL,
        counted_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (shelf_id, run),
        CONSTRAINT counted_pages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
        CONSTRAINT counted_pages_pages_check CHECK (pages > 0)
      )`,
    );
    await runner.query(
      'CREATE INDEX counted_pages_account_id_counted_at_idx ON counted_pages (account_id, counted_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE counted_pages');
    await runner.query('ALTER TABLE accounts DROP COLUMN quotas');
  }
}
