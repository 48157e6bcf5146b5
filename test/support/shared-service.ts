/** The service that the run's test files share, with an account of the file's own. */
import { connected } from './database.js';
import { sharedServer } from './run-wide.js';
import { accountOn, type UsedService } from './service-account.js';

/** `stop` closes what the file has opened: the service goes on. */
export async function sharedService(): Promise<UsedService> {
  const service = await sharedServer('service');
  const database = await connected(service.environment.DATABASE_URL, async () => {});
  try {
    return { ...service, ...(await accountOn(service.baseUrl, database.manager)), database, stop: database.stop };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
