import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The security log, which takes new entries and gives none up before its time; sessions end sooner. */
export class SecurityEvents1795219200026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE security_events (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        account_public_id text NOT NULL,
        type text NOT NULL,
        actor text NOT NULL,
        network text,
        user_agent text,
        details jsonb NOT NULL DEFAULT '{}',
        request_id text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT security_events_pkey PRIMARY KEY (id),
        CONSTRAINT security_events_actor_check CHECK (actor IN ('owner', 'operator')),
        CONSTRAINT security_events_type_check CHECK (type IN (
          'account_created', 'signed_in', 'sign_in_failed', 'signed_out', 'sessions_ended', 'password_confirmed',
          'confirmation_failed', 'password_changed', 'password_reset', 'password_reset_failed', 'key_created',
          'key_revoked', 'second_factor_enabled', 'second_factor_disabled', 'recovery_codes_created',
          'recovery_code_used', 'webhook_created', 'webhook_changed', 'webhook_deleted', 'webhook_secret_rotated',
          'account_suspended', 'account_resumed', 'account_deleted', 'account_exported', 'subscription_granted',
          'subscription_revoked'
        ))
      )
    `);
    await runner.query(
      `CREATE INDEX security_events_account_public_id_created_at_idx ON security_events (account_public_id, created_at)`,
    );
    await runner.query(`CREATE INDEX security_events_created_at_idx ON security_events (created_at)`);
    await runner.query(`
      -- the days are SECURITY_EVENT_DAYS
      CREATE FUNCTION guard_security_events() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          NEW.created_at := now();
          RETURN NEW;
        END IF;
        IF TG_OP = 'DELETE' AND OLD.created_at < now() - interval '400 days' THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'security_events is append-only' USING ERRCODE = 'integrity_constraint_violation';
      END $$
    `);
    await runner.query(`
      CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON security_events
      FOR EACH ROW EXECUTE FUNCTION guard_security_events()
    `);
    await runner.query(`
      CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON security_events
      FOR EACH STATEMENT EXECUTE FUNCTION guard_security_events()
    `);
    // the defaults of SESSION_IDLE_HOURS and SESSION_MAX_DAYS: sessions of earlier releases could last 90 days
    await runner.query(`
      UPDATE sessions SET expires_at = least(expires_at, last_seen_at + interval '24 hours', created_at + interval '14 days')
      WHERE expires_at > now()
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE security_events`);
    await runner.query(`DROP FUNCTION guard_security_events`);
  }
}
