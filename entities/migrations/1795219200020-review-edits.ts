import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pending operations of drafts in review. */
export class ReviewEdits1795219200020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE review_edits (
        version_id uuid NOT NULL,
        revision integer NOT NULL,
        operations jsonb NOT NULL,
        session_id uuid,
        changed_at timestamptz NOT NULL,
        CONSTRAINT review_edits_pkey PRIMARY KEY (version_id),
        CONSTRAINT review_edits_version_id_fkey FOREIGN KEY (version_id) REFERENCES versions (id) ON DELETE CASCADE,
        CONSTRAINT review_edits_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE SET NULL,
        CONSTRAINT review_edits_revision_check CHECK (revision > 0)
      )
    `);
    await runner.query(`CREATE INDEX review_edits_session_id_idx ON review_edits (session_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE review_edits`);
  }
}
