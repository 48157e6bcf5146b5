import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A shelf counts the drafts that were given up, so that a late attempt cannot publish one of them again. */
export class DraftsGivenUp1795219200013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE shelves ADD COLUMN drafts_given_up integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE shelves DROP COLUMN drafts_given_up`);
  }
}
