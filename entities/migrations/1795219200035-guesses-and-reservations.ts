import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes that were tried for a second factor, and what reviews under way are going to take of a quota. */
export class GuessesAndReservations1795219200035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE second_factors
        ADD COLUMN strange_tries integer NOT NULL DEFAULT 0,
        ADD COLUMN strange_tried_at timestamptz NOT NULL DEFAULT now()`,
    );
    await runner.query(
      `CREATE TABLE quota_reservations (
        id text PRIMARY KEY, account_id uuid NOT NULL,
        storage_bytes bigint NOT NULL, runs integer NOT NULL, expires_at timestamptz NOT NULL,
        CONSTRAINT quota_reservations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
        CONSTRAINT quota_reservations_check CHECK (storage_bytes >= 0 AND runs >= 0)
      )`,
    );
    await runner.query('CREATE INDEX quota_reservations_account_id_idx ON quota_reservations (account_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE quota_reservations');
    await runner.query('ALTER TABLE second_factors DROP COLUMN strange_tries, DROP COLUMN strange_tried_at');
  }
}
