import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A running request renews its claim, so that one lost with its process is told from one that takes long. */
export class RequestRenewal1795219200008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE idempotency_keys ADD COLUMN renewed_at timestamptz NOT NULL DEFAULT now()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE idempotency_keys DROP COLUMN renewed_at`);
  }
}
