import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The languages that an upload's scanned pages are recognised in, where its owner has named some. */
export class UploadLanguages1795219200022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE uploads ADD COLUMN languages text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE uploads DROP COLUMN languages`);
  }
}
