import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is stored of drawn pages, by account. Pictures of earlier releases get their rows from the sweeper. */
export class PagePictures1795219200036 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE page_pictures (
        object_key text PRIMARY KEY, account_id uuid NOT NULL, version_id uuid NOT NULL, page integer NOT NULL,
        size_bytes bigint NOT NULL, fault text, drawn_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT page_pictures_version_id_fkey FOREIGN KEY (version_id) REFERENCES versions (id) ON DELETE CASCADE,
        CONSTRAINT page_pictures_size_bytes_check CHECK (size_bytes >= 0)
      )`,
    );
    await runner.query('CREATE INDEX page_pictures_account_id_idx ON page_pictures (account_id)');
    await runner.query('CREATE INDEX page_pictures_version_id_idx ON page_pictures (version_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE page_pictures');
  }
}
