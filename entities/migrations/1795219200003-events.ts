import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events and the endpoints that they are delivered to. */
export class Events1795219200003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE events (
        id text NOT NULL,
        account_id uuid NOT NULL,
        shelf_id uuid,
        run integer,
        type text NOT NULL,
        body text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT events_pkey PRIMARY KEY (id),
        CONSTRAINT events_id_check CHECK (id ~ '^evt_[0-9a-f]{24}$'),
        CONSTRAINT events_type_check CHECK (type IN ('shelf.ready', 'shelf.failed', 'shelf.review', 'webhook.ping')),
        CONSTRAINT events_shelf_id_fkey FOREIGN KEY (shelf_id) REFERENCES shelves (id) ON DELETE SET NULL,
        CONSTRAINT events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
      )
    `);
    await runner.query(`CREATE INDEX events_account_id_idx ON events (account_id)`);
    await runner.query(`CREATE INDEX events_shelf_id_run_idx ON events (shelf_id, run)`);
    await runner.query(`
      CREATE TABLE webhook_endpoints (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        public_id text NOT NULL,
        account_id uuid NOT NULL,
        url text NOT NULL,
        events text[] NOT NULL,
        secret_sealed bytea NOT NULL,
        enabled boolean NOT NULL DEFAULT true,
        disabled_reason text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
        CONSTRAINT webhook_endpoints_public_id_key UNIQUE (public_id),
        CONSTRAINT webhook_endpoints_events_check CHECK (
          cardinality(events) > 0 AND events <@ ARRAY['shelf.ready', 'shelf.failed', 'shelf.review']
        ),
        CONSTRAINT webhook_endpoints_url_check CHECK (char_length(url) <= 2048),
        CONSTRAINT webhook_endpoints_public_id_check CHECK (public_id ~ '^wh_[0-9a-f]{24}$'),
        CONSTRAINT webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
      )
    `);
    await runner.query(`CREATE INDEX webhook_endpoints_account_id_idx ON webhook_endpoints (account_id)`);
    await runner.query(
      `CREATE TRIGGER touch BEFORE UPDATE ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION touch_updated_at()`,
    );
    await runner.query(`
      CREATE TABLE deliveries (
        id text NOT NULL,
        event_id text NOT NULL,
        endpoint_id uuid NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        attempt_count integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT deliveries_pkey PRIMARY KEY (id),
        CONSTRAINT deliveries_event_id_endpoint_id_key UNIQUE (event_id, endpoint_id),
        CONSTRAINT deliveries_status_check CHECK (status IN ('pending', 'succeeded', 'failed')),
        CONSTRAINT deliveries_id_check CHECK (id ~ '^dlv_[0-9a-f]{24}$'),
        CONSTRAINT deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
        CONSTRAINT deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE CASCADE
      )
    `);
    await runner.query(`CREATE INDEX deliveries_endpoint_id_created_at_idx ON deliveries (endpoint_id, created_at)`);
    await runner.query(`CREATE INDEX deliveries_pending_idx ON deliveries (id) WHERE status = 'pending'`);
    await runner.query(
      `CREATE TRIGGER touch BEFORE UPDATE ON deliveries FOR EACH ROW EXECUTE FUNCTION touch_updated_at()`,
    );
    await runner.query(`
      CREATE TABLE delivery_attempts (
        delivery_id text NOT NULL,
        number integer NOT NULL,
        started_at timestamptz NOT NULL,
        duration_ms integer NOT NULL,
        status_code integer,
        response_text text,
        error text,
        CONSTRAINT delivery_attempts_pkey PRIMARY KEY (delivery_id, number),
        CONSTRAINT delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries (id) ON DELETE CASCADE
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE delivery_attempts, deliveries, webhook_endpoints, events`);
  }
}
