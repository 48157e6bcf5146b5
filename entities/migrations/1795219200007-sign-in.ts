import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Forgotten passwords, and the expiry of sessions. */
export class SignIn1795219200007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE password_resets (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        email text NOT NULL,
        code_hash text NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT password_resets_pkey PRIMARY KEY (id),
        CONSTRAINT password_resets_email_check CHECK (email = lower(email) AND char_length(email) <= 254)
      )
    `);
    await runner.query(`CREATE INDEX password_resets_created_at_idx ON password_resets (created_at)`);
    await runner.query(`CREATE INDEX password_resets_email_created_at_idx ON password_resets (email, created_at)`);
    await runner.query(`CREATE INDEX sessions_expires_at_idx ON sessions (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX sessions_expires_at_idx`);
    await runner.query(`DROP TABLE password_resets`);
  }
}
