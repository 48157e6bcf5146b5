import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mail that was not sent expires with its content. */
export class MailExpiry1795219200005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE mails ADD COLUMN expires_at timestamptz`);
    await runner.query(`UPDATE mails SET expires_at = created_at + interval '1 day'`);
    await runner.query(`ALTER TABLE mails ALTER COLUMN expires_at SET NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE mails DROP COLUMN expires_at`);
  }
}
