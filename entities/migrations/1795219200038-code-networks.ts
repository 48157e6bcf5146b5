import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['registrations', 'password_resets'];

/** Which network asked for a code, and the tries of all others. */
export class CodeNetworks1795219200038 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN network text, ADD COLUMN strange_attempts integer NOT NULL DEFAULT 0`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} DROP COLUMN network, DROP COLUMN strange_attempts`);
  }
}
