import type { MigrationInterface, QueryRunner } from 'typeorm';

const TYPES = `
  'account_created', 'signed_in', 'sign_in_failed', 'signed_out', 'sessions_ended', 'password_confirmed',
  'confirmation_failed', 'password_changed', 'password_reset', 'password_reset_failed', 'key_created',
  'key_revoked', 'second_factor_enabled', 'second_factor_disabled', 'recovery_codes_created',
  'recovery_code_used', 'webhook_created', 'webhook_changed', 'webhook_deleted', 'webhook_secret_rotated',
  'account_suspended', 'account_resumed', 'account_deleted', 'account_exported', 'subscription_granted',
  'subscription_revoked'`;

/** Quotas that an operator sets are in the security log. */
export class QuotaEvents1795219200029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE security_events
        DROP CONSTRAINT security_events_type_check,
        ADD CONSTRAINT security_events_type_check CHECK (type IN (${TYPES}, 'quota_changed'))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // entries of the new type stay: the log gives none up
    await runner.query(`
      ALTER TABLE security_events
        DROP CONSTRAINT security_events_type_check,
        ADD CONSTRAINT security_events_type_check CHECK (type IN (${TYPES})) NOT VALID
    `);
  }
}
