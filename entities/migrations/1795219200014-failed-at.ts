import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a delivery failed, which may be days after its event: recovery selects by this time. */
export class FailedAt1795219200014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE deliveries ADD COLUMN failed_at timestamptz`);
    // whoever fails a delivery need not think of it; what is done to a failed one later moves nothing
    await runner.query(`
      CREATE FUNCTION note_failure() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.status <> 'failed' THEN
          NEW.failed_at := NULL;
        ELSIF NEW.failed_at IS NULL THEN
          NEW.failed_at := clock_timestamp();
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(
      `CREATE TRIGGER note_failure BEFORE INSERT OR UPDATE ON deliveries FOR EACH ROW EXECUTE FUNCTION note_failure()`,
    );
    await runner.query(`ALTER TABLE deliveries DISABLE TRIGGER touch`);
    await runner.query(`UPDATE deliveries SET failed_at = updated_at WHERE status = 'failed'`);
    await runner.query(`ALTER TABLE deliveries ENABLE TRIGGER touch`);
    await runner.query(
      `CREATE INDEX deliveries_failed_idx ON deliveries (endpoint_id, failed_at) WHERE status = 'failed'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER note_failure ON deliveries`);
    await runner.query(`DROP FUNCTION note_failure()`);
    await runner.query(`ALTER TABLE deliveries DROP COLUMN failed_at`);
  }
}
