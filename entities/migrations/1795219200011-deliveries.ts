import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What deliveries need besides their history: slots of receivers, failing receivers, redeliveries. */
export class Deliveries1795219200011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_endpoints
        ADD COLUMN failing_since timestamptz,
        ADD CONSTRAINT webhook_endpoints_disabled_reason_check
          CHECK (disabled_reason IN ('by_owner', 'gone', 'failing')),
        ADD CONSTRAINT webhook_endpoints_enabled_check CHECK (enabled = (disabled_reason IS NULL))
    `);
    await runner.query(`ALTER TABLE deliveries ADD COLUMN attempts_before integer NOT NULL DEFAULT 0`);
    await runner.query(`DROP INDEX deliveries_pending_idx`);
    await runner.query(
      `CREATE INDEX deliveries_pending_idx ON deliveries (next_attempt_at, id) WHERE status = 'pending'`,
    );
    await runner.query(`
      CREATE TABLE delivery_slots (
        origin text NOT NULL,
        slot smallint NOT NULL,
        delivery_id text NOT NULL,
        held_until timestamptz NOT NULL,
        CONSTRAINT delivery_slots_pkey PRIMARY KEY (origin, slot)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE delivery_slots`);
    await runner.query(`DROP INDEX deliveries_pending_idx`);
    await runner.query(`CREATE INDEX deliveries_pending_idx ON deliveries (id) WHERE status = 'pending'`);
    await runner.query(`ALTER TABLE deliveries DROP COLUMN attempts_before`);
    await runner.query(`
      ALTER TABLE webhook_endpoints
        DROP CONSTRAINT webhook_endpoints_enabled_check,
        DROP CONSTRAINT webhook_endpoints_disabled_reason_check,
        DROP COLUMN failing_since
    `);
  }
}
