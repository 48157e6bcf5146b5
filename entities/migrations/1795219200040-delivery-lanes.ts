import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many deliveries wait for an account's slots at an origin, as a number: nobody has to count their rows. A trigger keeps
 * it, in the transaction that changes them, also for workers of earlier releases.
 */
export class DeliveryLanes1795219200040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE delivery_lanes (origin text NOT NULL, waiting integer NOT NULL DEFAULT 0,
         CONSTRAINT delivery_lanes_pkey PRIMARY KEY (origin))`,
    );
    await runner.query(`
      CREATE FUNCTION count_waiting_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' THEN
          INSERT INTO delivery_lanes AS lane (origin, waiting)
            SELECT waits_for, -count(*) FROM old_rows WHERE status = 'pending' AND waits_for IS NOT NULL
            GROUP BY waits_for ORDER BY waits_for
            ON CONFLICT (origin) DO UPDATE SET waiting = greatest(lane.waiting + excluded.waiting, 0);
        ELSE
          INSERT INTO delivery_lanes AS lane (origin, waiting)
            SELECT waits_for, sum(step) FROM (
              SELECT waits_for, -1 AS step FROM old_rows WHERE status = 'pending' AND waits_for IS NOT NULL
              UNION ALL
              SELECT waits_for, 1 FROM new_rows WHERE status = 'pending' AND waits_for IS NOT NULL
            ) changed
            GROUP BY waits_for HAVING sum(step) <> 0 ORDER BY waits_for
            ON CONFLICT (origin) DO UPDATE SET waiting = greatest(lane.waiting + excluded.waiting, 0);
        END IF;
        RETURN NULL;
      END $$
    `);
    await runner.query(
      `CREATE TRIGGER count_updated_waiting AFTER UPDATE ON deliveries
       REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
       FOR EACH STATEMENT EXECUTE FUNCTION count_waiting_deliveries()`,
    );
    await runner.query(
      `CREATE TRIGGER count_deleted_waiting AFTER DELETE ON deliveries
       REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_waiting_deliveries()`,
    );
    // creating a trigger has locked the rows against changes until the end of this transaction
    await runner.query(
      `INSERT INTO delivery_lanes (origin, waiting)
       SELECT waits_for, count(*) FROM deliveries WHERE status = 'pending' AND waits_for IS NOT NULL GROUP BY waits_for`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER count_deleted_waiting ON deliveries`);
    await runner.query(`DROP TRIGGER count_updated_waiting ON deliveries`);
    await runner.query(`DROP FUNCTION count_waiting_deliveries`);
    await runner.query(`DROP TABLE delivery_lanes`);
  }
}
