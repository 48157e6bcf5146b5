import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Full-text search. Shelves that are ready already are indexed by the reconciler. */
export class Search1795219200017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE search_documents (
        version_id uuid NOT NULL,
        account_id uuid NOT NULL,
        language text NOT NULL,
        format integer NOT NULL,
        passages integer NOT NULL,
        complete boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT search_documents_pkey PRIMARY KEY (version_id),
        CONSTRAINT search_documents_version_id_fkey FOREIGN KEY (version_id) REFERENCES versions (id) ON DELETE CASCADE,
        CONSTRAINT search_documents_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
      )
    `);
    await runner.query(
      `CREATE INDEX search_documents_account_id_language_idx ON search_documents (account_id, language)`,
    );
    await runner.query(`
      CREATE TABLE search_passages (
        version_id uuid NOT NULL,
        ordinal integer NOT NULL,
        path text NOT NULL,
        heading text,
        start_line integer NOT NULL,
        pages integer[] NOT NULL,
        text text NOT NULL,
        vector tsvector NOT NULL,
        CONSTRAINT search_passages_pkey PRIMARY KEY (version_id, ordinal),
        CONSTRAINT search_passages_version_id_fkey FOREIGN KEY (version_id) REFERENCES search_documents (version_id) ON DELETE CASCADE
      )
    `);
    // ranking reads the vectors of up to two thousand passages, and the texts of a page of results only
    await runner.query(`ALTER TABLE search_passages ALTER COLUMN vector SET STORAGE MAIN`);
    await runner.query(`CREATE INDEX search_passages_vector_idx ON search_passages USING gin (vector)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE search_passages, search_documents`);
  }
}
