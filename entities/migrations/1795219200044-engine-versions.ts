import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which engine made a version. Nobody knows it of versions that there are already. */
export class EngineVersions1795219200044 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE versions ADD COLUMN engine_version text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE versions DROP COLUMN engine_version`);
  }
}
