/** A fresh database with all migrations, for one test file: open in `beforeAll`, `stop()` in `afterAll`. */
import type { DataSource, EntityManager } from 'typeorm';
import { createDataSource } from '../../entities/data-source.js';
import { startPostgres } from './servers.js';

export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  manager: EntityManager;
  /** Of the server's main process. */
  pid: number;
  stop: () => Promise<void>;
}

export async function migratedDatabase(): Promise<TestDatabase> {
  const server = await startPostgres({ migrated: true });
  const dataSource = createDataSource(server.url, { applicationName: 'shelfwright-test' });
  try {
    await dataSource.initialize();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: server.url,
    dataSource,
    manager: dataSource.manager,
    pid: server.pid,
    async stop() {
      await dataSource.destroy();
      await server.stop();
    },
  };
}
