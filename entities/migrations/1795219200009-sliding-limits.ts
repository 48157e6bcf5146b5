import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sliding windows: the counts of a limit in one row per client, by slices. Earlier counts are dropped. */
export class SlidingLimits1795219200009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE rate_limits`);
    await runner.query(`
      CREATE UNLOGGED TABLE rate_limits (
        key text NOT NULL,
        slice_start timestamptz NOT NULL,
        hits integer[] NOT NULL,
        granted integer NOT NULL,
        CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
      )
    `);
    await runner.query(`CREATE INDEX rate_limits_slice_start_idx ON rate_limits (slice_start)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE rate_limits`);
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
}
