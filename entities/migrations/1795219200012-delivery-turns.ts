import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long requests to a receiver take and which deliveries wait for its slots; indexes for removing old rows. */
export class DeliveryTurns1795219200012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE delivery_slots ADD COLUMN last_duration_ms integer`);
    await runner.query(`ALTER TABLE deliveries ADD COLUMN waits_for text`);
    await runner.query(`CREATE INDEX deliveries_waiting_idx ON deliveries (waits_for) WHERE status = 'pending'`);
    await runner.query(
      `CREATE INDEX deliveries_endpoint_pending_idx ON deliveries (endpoint_id) WHERE status = 'pending'`,
    );
    await runner.query(`CREATE INDEX events_created_at_idx ON events (created_at)`);
    await runner.query(`CREATE INDEX delivery_attempts_started_at_idx ON delivery_attempts (started_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP INDEX delivery_attempts_started_at_idx, events_created_at_idx, deliveries_endpoint_pending_idx`,
    );
    await runner.query(`ALTER TABLE deliveries DROP COLUMN waits_for`);
    await runner.query(`ALTER TABLE delivery_slots DROP COLUMN last_duration_ms`);
  }
}
