import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a session was last used from, and when its password was last entered: for those that there are, at their start. */
export class SessionDetails1795219200021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE sessions ADD COLUMN user_agent text, ADD COLUMN network text,
       ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT now()`,
    );
    await runner.query(`UPDATE sessions SET confirmed_at = created_at`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sessions DROP COLUMN user_agent, DROP COLUMN network, DROP COLUMN confirmed_at`);
  }
}
