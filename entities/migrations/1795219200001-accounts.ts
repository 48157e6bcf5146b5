import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, their keys and their registrations. */
export class Accounts1795219200001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Two updates within one millisecond still differ in what clients see, and a later commit never shows an earlier time.
      CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 millisecond');
        RETURN NEW;
      END $$
    `);
    await runner.query(`
      CREATE TABLE accounts (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        public_id text NOT NULL,
        email text NOT NULL,
        name text NOT NULL,
        password_hash text NOT NULL,
        subscribed_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT accounts_pkey PRIMARY KEY (id),
        CONSTRAINT accounts_email_key UNIQUE (email),
        CONSTRAINT accounts_public_id_key UNIQUE (public_id),
        CONSTRAINT accounts_email_check CHECK (email = lower(email) AND char_length(email) <= 254),
        CONSTRAINT accounts_public_id_check CHECK (public_id ~ '^usr_[0-9a-f]{24}$')
      )
    `);
    await runner.query(
      `CREATE TRIGGER touch BEFORE UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION touch_updated_at()`,
    );
    await runner.query(`
      CREATE TABLE registrations (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        email text NOT NULL,
        name text NOT NULL,
        password_hash text NOT NULL,
        code_hash text NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT registrations_pkey PRIMARY KEY (id),
        CONSTRAINT registrations_email_check CHECK (email = lower(email) AND char_length(email) <= 254)
      )
    `);
    await runner.query(`CREATE INDEX registrations_created_at_idx ON registrations (created_at)`);
    await runner.query(`CREATE INDEX registrations_email_created_at_idx ON registrations (email, created_at)`);
    await runner.query(`
      CREATE TABLE api_keys (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        public_id text NOT NULL,
        account_id uuid NOT NULL,
        name text NOT NULL,
        prefix text NOT NULL,
        key_hash text NOT NULL,
        expires_at timestamptz,
        last_used_at timestamptz,
        revoked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT api_keys_pkey PRIMARY KEY (id),
        CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
        CONSTRAINT api_keys_public_id_key UNIQUE (public_id),
        CONSTRAINT api_keys_key_hash_check CHECK (key_hash ~ '^[0-9a-f]{64}$'),
        CONSTRAINT api_keys_public_id_check CHECK (public_id ~ '^key_[0-9a-f]{24}$'),
        CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
      )
    `);
    await runner.query(`CREATE INDEX api_keys_account_id_idx ON api_keys (account_id)`);
    await runner.query(`
      CREATE TABLE sessions (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        account_id uuid NOT NULL,
        token_hash text NOT NULL,
        expires_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL DEFAULT now(),
        revoked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT sessions_pkey PRIMARY KEY (id),
        CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
        CONSTRAINT sessions_token_hash_check CHECK (token_hash ~ '^[0-9a-f]{64}$'),
        CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
      )
    `);
    await runner.query(`CREATE INDEX sessions_account_id_idx ON sessions (account_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE sessions, api_keys, registrations, accounts`);
    await runner.query(`DROP FUNCTION touch_updated_at()`);
  }
}
