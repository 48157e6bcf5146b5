import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authenticator apps of accounts. */
export class SecondFactors1795219200028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE second_factors (
        account_id uuid NOT NULL,
        secret_sealed bytea NOT NULL,
        enabled_at timestamptz,
        last_step bigint NOT NULL DEFAULT '0',
        recovery_hashes text[] NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT second_factors_pkey PRIMARY KEY (account_id),
        CONSTRAINT second_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE second_factors`);
  }
}
