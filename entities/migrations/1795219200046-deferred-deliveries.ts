import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries that have no workflow yet, because enough others of their endpoint are on their way to their first attempt. */
export class DeferredDeliveries1795219200046 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE deliveries ADD COLUMN deferred boolean NOT NULL DEFAULT false`);
    await runner.query(
      `CREATE INDEX deliveries_untried_idx ON deliveries (endpoint_id)
       WHERE status = 'pending' AND NOT deferred AND attempt_count = attempts_before`,
    );
    // looked through for overdue deliveries, which deferred ones never are
    await runner.query(`DROP INDEX deliveries_pending_idx`);
    await runner.query(
      `CREATE INDEX deliveries_pending_idx ON deliveries (next_attempt_at, id) WHERE status = 'pending' AND NOT deferred`,
    );
    await runner.query(
      `CREATE INDEX deliveries_deferred_idx ON deliveries (endpoint_id, created_at, id) WHERE status = 'pending' AND deferred`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX deliveries_pending_idx`);
    await runner.query(
      `CREATE INDEX deliveries_pending_idx ON deliveries (next_attempt_at, id) WHERE status = 'pending'`,
    );
    await runner.query(`DROP INDEX deliveries_deferred_idx`);
    await runner.query(`DROP INDEX deliveries_untried_idx`);
    await runner.query(`ALTER TABLE deliveries DROP COLUMN deferred`);
  }
}
