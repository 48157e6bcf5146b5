import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Shelves and versions, and the triggers that keep versions immutable. */
export class Shelves1795219200002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE uploads (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        account_id uuid NOT NULL,
        shelf_id uuid,
        object_key text NOT NULL,
        file_name text NOT NULL,
        mime_type text NOT NULL,
        size_bytes bigint,
        sha256 text,
        created_at timestamptz NOT NULL DEFAULT now(),
        committed_at timestamptz,
        abandoned_at timestamptz,
        CONSTRAINT uploads_pkey PRIMARY KEY (id),
        CONSTRAINT uploads_object_key_key UNIQUE (object_key),
        CONSTRAINT uploads_committed_check CHECK (committed_at IS NULL OR (shelf_id IS NOT NULL AND size_bytes IS NOT NULL AND sha256 IS NOT NULL AND abandoned_at IS NULL)),
        CONSTRAINT uploads_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$')
      )
    `);
    await runner.query(`CREATE INDEX uploads_created_at_idx ON uploads (created_at) WHERE committed_at IS NULL`);
    await runner.query(`CREATE INDEX uploads_shelf_id_idx ON uploads (shelf_id)`);
    await runner.query(`
      CREATE TABLE shelves (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        public_id text NOT NULL,
        account_id uuid NOT NULL,
        run integer NOT NULL DEFAULT 1,
        upload_id uuid NOT NULL,
        name text NOT NULL,
        template text,
        acceptance_policy text NOT NULL,
        review_mode boolean NOT NULL,
        version_source text NOT NULL DEFAULT 'initial',
        status text NOT NULL DEFAULT 'uploading',
        original_file_name text NOT NULL,
        mime_type text NOT NULL,
        page_count integer,
        storage_size_bytes bigint,
        error_message text,
        failed_at_step text,
        quality_tier text,
        quality_granularity text,
        quality_fallback_applied boolean NOT NULL DEFAULT false,
        audit_status text,
        audit_summary text,
        audit_findings jsonb,
        repair_attempts integer,
        current_version_id uuid,
        current_version_number integer,
        draft_version_id uuid,
        progress_step text,
        pages_done integer,
        progress_at timestamptz,
        request_id text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz,
        CONSTRAINT shelves_pkey PRIMARY KEY (id),
        CONSTRAINT shelves_public_id_key UNIQUE (public_id),
        CONSTRAINT shelves_current_version_check CHECK ((current_version_id IS NULL) = (current_version_number IS NULL)),
        CONSTRAINT shelves_review_check CHECK (status <> 'review' OR draft_version_id IS NOT NULL),
        CONSTRAINT shelves_ready_check CHECK (status <> 'ready' OR current_version_id IS NOT NULL),
        CONSTRAINT shelves_failed_check CHECK ((status = 'failed') = (failed_at_step IS NOT NULL AND error_message IS NOT NULL)),
        CONSTRAINT shelves_audit_status_check CHECK (audit_status IN ('passed', 'repaired', 'review_required')),
        CONSTRAINT shelves_quality_granularity_check CHECK (quality_granularity IN ('document', 'major_section', 'numbered_unit', 'subsection')),
        CONSTRAINT shelves_quality_tier_check CHECK (quality_tier IN ('full', 'degraded')),
        CONSTRAINT shelves_progress_step_check CHECK (progress_step IN ('uploading', 'parsing', 'structuring', 'verifying')),
        CONSTRAINT shelves_failed_at_step_check CHECK (failed_at_step IN ('uploading', 'parsing', 'structuring', 'verifying')),
        CONSTRAINT shelves_version_source_check CHECK (version_source IN ('initial', 'approval', 'upload')),
        CONSTRAINT shelves_acceptance_policy_check CHECK (acceptance_policy IN ('balanced', 'strict', 'best_effort')),
        CONSTRAINT shelves_template_check CHECK (template IN ('book', 'legal-contract', 'charter-party', 'academic-paper')),
        CONSTRAINT shelves_status_check CHECK (status IN ('uploading', 'parsing', 'structuring', 'verifying', 'review', 'ready', 'failed')),
        CONSTRAINT shelves_name_check CHECK (char_length(name) BETWEEN 1 AND 100),
        CONSTRAINT shelves_run_check CHECK (run > 0),
        CONSTRAINT shelves_public_id_check CHECK (public_id ~ '^shf_[0-9a-f]{24}$')
      )
    `);
    await runner.query(
      `CREATE INDEX shelves_account_id_created_at_id_idx ON shelves (account_id, created_at, id) WHERE deleted_at IS NULL`,
    );
    await runner.query(`CREATE INDEX shelves_current_version_id_idx ON shelves (current_version_id)`);
    await runner.query(`CREATE INDEX shelves_deleted_idx ON shelves (public_id) WHERE deleted_at IS NOT NULL`);
    await runner.query(`CREATE INDEX shelves_draft_version_id_idx ON shelves (draft_version_id)`);
    await runner.query(
      `CREATE INDEX shelves_open_idx ON shelves (public_id) WHERE deleted_at IS NULL AND status IN ('uploading', 'parsing', 'structuring', 'verifying', 'review')`,
    );
    await runner.query(`CREATE INDEX shelves_upload_id_idx ON shelves (upload_id)`);
    await runner.query(`
      CREATE TABLE versions (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        public_id text NOT NULL,
        shelf_id uuid NOT NULL,
        version_number integer,
        source text NOT NULL,
        run integer NOT NULL,
        prefix text NOT NULL,
        file_count integer NOT NULL,
        page_count integer NOT NULL,
        storage_size_bytes bigint NOT NULL,
        archive_key text NOT NULL,
        archive_sha256 text NOT NULL,
        archive_size_bytes bigint NOT NULL,
        archive_built_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT versions_pkey PRIMARY KEY (id),
        CONSTRAINT versions_shelf_id_version_number_key UNIQUE (shelf_id, version_number),
        CONSTRAINT versions_public_id_key UNIQUE (public_id),
        CONSTRAINT versions_archive_sha256_check CHECK (archive_sha256 ~ '^[0-9a-f]{64}$'),
        CONSTRAINT versions_source_check CHECK (source IN ('initial', 'approval', 'upload')),
        CONSTRAINT versions_version_number_check CHECK (version_number > 0),
        CONSTRAINT versions_public_id_check CHECK (public_id ~ '^ver_[0-9a-f]{24}$'),
        CONSTRAINT versions_shelf_id_fkey FOREIGN KEY (shelf_id) REFERENCES shelves (id) ON DELETE CASCADE
      )
    `);
    await runner.query(`
      CREATE TABLE version_files (
        version_id uuid NOT NULL,
        path text NOT NULL,
        position integer NOT NULL,
        size_bytes bigint NOT NULL,
        sha256 text NOT NULL,
        CONSTRAINT version_files_pkey PRIMARY KEY (version_id, path),
        CONSTRAINT version_files_version_id_position_key UNIQUE (version_id, position),
        CONSTRAINT version_files_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'),
        CONSTRAINT version_files_version_id_fkey FOREIGN KEY (version_id) REFERENCES versions (id) ON DELETE CASCADE
      )
    `);
    await runner.query(`
      ALTER TABLE uploads
        ADD CONSTRAINT uploads_shelf_id_fkey FOREIGN KEY (shelf_id) REFERENCES shelves (id) ON DELETE CASCADE,
        ADD CONSTRAINT uploads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id)
    `);
    await runner.query(`
      ALTER TABLE shelves
        ADD CONSTRAINT shelves_draft_version_id_fkey FOREIGN KEY (draft_version_id) REFERENCES versions (id),
        ADD CONSTRAINT shelves_current_version_id_fkey FOREIGN KEY (current_version_id) REFERENCES versions (id),
        ADD CONSTRAINT shelves_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads (id),
        ADD CONSTRAINT shelves_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id)
    `);
    await runner.query(
      `CREATE TRIGGER touch BEFORE UPDATE ON shelves FOR EACH ROW EXECUTE FUNCTION touch_updated_at()`,
    );
    await runner.query(`
      CREATE FUNCTION shelf_is_kept(id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (SELECT FROM shelves WHERE shelves.id = shelf_is_kept.id AND deleted_at IS NULL)
      $$
    `);
    await runner.query(`
      CREATE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.version_number IS NOT NULL AND (TG_OP = 'UPDATE' OR shelf_is_kept(OLD.shelf_id)) THEN
          RAISE EXCEPTION 'version % of shelf % is immutable', OLD.version_number, OLD.shelf_id USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN CASE TG_OP WHEN 'UPDATE' THEN NEW ELSE OLD END;
      END $$
    `);
    await runner.query(
      `CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON versions FOR EACH ROW EXECUTE FUNCTION refuse_version_change()`,
    );
    await runner.query(`
      -- A manifest is written while its version is a draft, and never updated. changed_files are the rows added or removed;
      -- when the version itself goes, it is no longer there to be found.
      CREATE FUNCTION refuse_manifest_change() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        frozen uuid;
      BEGIN
        SELECT v.id INTO frozen FROM versions v
          WHERE v.id IN (SELECT DISTINCT version_id FROM changed_files)
            AND (TG_OP = 'UPDATE' OR (v.version_number IS NOT NULL AND (TG_OP = 'INSERT' OR shelf_is_kept(v.shelf_id))))
          LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'the manifest of version % is immutable', frozen USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
      END $$
    `);
    await runner.query(`
      CREATE TRIGGER immutable_insert AFTER INSERT ON version_files
        REFERENCING NEW TABLE AS changed_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_manifest_change()
    `);
    await runner.query(`
      CREATE TRIGGER immutable_update AFTER UPDATE ON version_files
        REFERENCING NEW TABLE AS changed_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_manifest_change()
    `);
    await runner.query(`
      CREATE TRIGGER immutable_delete AFTER DELETE ON version_files
        REFERENCING OLD TABLE AS changed_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_manifest_change()
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE version_files, versions, shelves, uploads CASCADE`);
    await runner.query(`DROP FUNCTION refuse_manifest_change()`);
    await runner.query(`DROP FUNCTION refuse_version_change()`);
    await runner.query(`DROP FUNCTION shelf_is_kept(uuid)`);
  }
}
