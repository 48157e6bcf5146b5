import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts that an operator has suspended, and those whose rows and objects are being removed. */
export class ClosedAccounts1795219200027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts ADD COLUMN suspended_at timestamptz, ADD COLUMN deleted_at timestamptz`);
    await runner.query(`CREATE INDEX accounts_deleted_idx ON accounts (deleted_at) WHERE deleted_at IS NOT NULL`);
    await runner.query(`CREATE INDEX uploads_account_id_idx ON uploads (account_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX uploads_account_id_idx`);
    await runner.query(`DROP INDEX accounts_deleted_idx`);
    await runner.query(`ALTER TABLE accounts DROP COLUMN suspended_at, DROP COLUMN deleted_at`);
  }
}
