import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = { versions: 'source', shelves: 'version_source' };

/** Versions that repeat an earlier one, whose objects they share. */
export class RestoredVersions1795219200033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await allowSources(runner, ['initial', 'approval', 'upload', 'restore']);
    await runner.query(`
      ALTER TABLE versions
        ADD COLUMN restored_from integer,
        ADD CONSTRAINT versions_restored_from_check CHECK ((restored_from IS NOT NULL) = (source = 'restore'))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE versions DROP CONSTRAINT versions_restored_from_check, DROP COLUMN restored_from`);
    // earlier releases know no such source, and a numbered version refuses to be changed
    await runner.query(`ALTER TABLE versions DISABLE TRIGGER immutable`);
    await runner.query(`UPDATE versions SET source = 'approval' WHERE source = 'restore'`);
    await runner.query(`ALTER TABLE versions ENABLE TRIGGER immutable`);
    await allowSources(runner, ['initial', 'approval', 'upload']);
  }
}

async function allowSources(runner: QueryRunner, sources: readonly string[]): Promise<void> {
  const list = sources.map((source) => `'${source}'`).join(', ');
  for (const [table, column] of Object.entries(TABLES))
    await runner.query(`
      ALTER TABLE ${table}
        DROP CONSTRAINT ${table}_${column}_check,
        ADD CONSTRAINT ${table}_${column}_check CHECK (${column} IN (${list}))
    `);
}
