import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What requests need besides the resources: the outbox of mails, idempotency keys, rate limits. */
export class Requests1795219200004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mails (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        recipient text NOT NULL,
        subject text NOT NULL,
        body text,
        created_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz,
        CONSTRAINT mails_pkey PRIMARY KEY (id),
        CONSTRAINT mails_body_check CHECK ((body IS NULL) = (sent_at IS NOT NULL))
      )
    `);
    await runner.query(`CREATE INDEX mails_created_at_idx ON mails (created_at)`);
    await runner.query(`CREATE INDEX mails_pending_idx ON mails (created_at) WHERE sent_at IS NULL`);
    await runner.query(`
      CREATE TABLE idempotency_keys (
        account_id uuid NOT NULL,
        key text NOT NULL,
        request_hash text NOT NULL,
        state text NOT NULL DEFAULT 'running',
        claim uuid NOT NULL DEFAULT gen_random_uuid(),
        status_code integer,
        response_body text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, key),
        CONSTRAINT idempotency_keys_done_check CHECK ((state = 'done') = (status_code IS NOT NULL)),
        CONSTRAINT idempotency_keys_state_check CHECK (state IN ('running', 'done')),
        CONSTRAINT idempotency_keys_key_check CHECK (char_length(key) BETWEEN 1 AND 255),
        CONSTRAINT idempotency_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
      )
    `);
    await runner.query(`CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at)`);
    await runner.query(`
      CREATE UNLOGGED TABLE rate_limits (
        key text NOT NULL,
        window_start timestamptz NOT NULL,
        hits integer NOT NULL,
        CONSTRAINT rate_limits_pkey PRIMARY KEY (key, window_start)
      )
    `);
    await runner.query(`CREATE INDEX rate_limits_window_start_idx ON rate_limits (window_start)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE rate_limits, idempotency_keys, mails`);
  }
}
