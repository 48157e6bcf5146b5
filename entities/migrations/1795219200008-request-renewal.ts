import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A running request renews its lease, which distinguishes one that was lost with its process from a slow one. */
export class RequestRenewal1795219200008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE idempotency_keys ADD COLUMN renewed_at timestamptz NOT NULL DEFAULT now()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE idempotency_keys DROP COLUMN renewed_at`);
  }
}
