import type { MigrationInterface, QueryRunner } from 'typeorm';

const TYPES = `
  'account_created', 'signed_in', 'sign_in_failed', 'signed_out', 'sessions_ended', 'password_confirmed',
  'confirmation_failed', 'password_changed', 'password_reset', 'password_reset_failed', 'key_created',
  'key_revoked', 'second_factor_enabled', 'second_factor_disabled', 'recovery_codes_created',
  'recovery_code_used', 'webhook_created', 'webhook_changed', 'webhook_deleted', 'webhook_secret_rotated',
  'account_suspended', 'account_resumed', 'account_deleted', 'account_exported', 'subscription_granted',
  'subscription_revoked', 'quota_changed'`;

/** What an operator does with a shelf, a delivery or a rate limit is in the security log. */
export class OperatorEvents1795219200032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE security_events
        DROP CONSTRAINT security_events_type_check,
        ADD CONSTRAINT security_events_type_check CHECK (type IN (${TYPES},
          'shelf_retried', 'shelf_cancelled', 'shelf_deleted', 'delivery_redelivered', 'limits_reset'))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // entries of the new types stay: the log gives none up
    await runner.query(`
      ALTER TABLE security_events
        DROP CONSTRAINT security_events_type_check,
        ADD CONSTRAINT security_events_type_check CHECK (type IN (${TYPES})) NOT VALID
    `);
  }
}
