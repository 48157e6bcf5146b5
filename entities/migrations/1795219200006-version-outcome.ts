import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A version keeps its source PDF and the result of its verification, so that a shelf can be restored to it. */
export class VersionOutcome1795219200006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE versions ADD COLUMN upload_id uuid, ADD COLUMN outcome jsonb`);
    await runner.query(`ALTER TABLE versions DISABLE TRIGGER immutable`);
    // before this a shelf had one PDF and one version
    await runner.query(`
      UPDATE versions SET upload_id = shelves.upload_id, outcome = jsonb_build_object(
        'quality', jsonb_build_object(
          'tier', shelves.quality_tier,
          'granularity', shelves.quality_granularity,
          'fallbackApplied', shelves.quality_fallback_applied
        ),
        'audit', jsonb_build_object(
          'status', shelves.audit_status,
          'summary', shelves.audit_summary,
          'findings', shelves.audit_findings,
          'repairAttempts', shelves.repair_attempts
        )
      ) FROM shelves WHERE shelves.id = versions.shelf_id
    `);
    await runner.query(`ALTER TABLE versions ENABLE TRIGGER immutable`);
    await runner.query(`
      ALTER TABLE versions ALTER COLUMN upload_id SET NOT NULL, ALTER COLUMN outcome SET NOT NULL,
        ADD CONSTRAINT versions_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads (id)
    `);
    await runner.query(`CREATE INDEX versions_upload_id_idx ON versions (upload_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE versions DROP COLUMN upload_id, DROP COLUMN outcome`);
  }
}
