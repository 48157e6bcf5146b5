import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that may only read. Those that there are may write. */
export class KeyScopes1795219200015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE api_keys ADD COLUMN scope text NOT NULL DEFAULT 'write'
       CONSTRAINT api_keys_scope_check CHECK (scope IN ('read', 'write'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE api_keys DROP COLUMN scope`);
  }
}
