import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Revoked keys are removed after a while. */
export class RevokedKeys1795219200010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX api_keys_revoked_at_idx ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX api_keys_revoked_at_idx`);
  }
}
