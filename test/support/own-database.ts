/** Apart from database.ts, which most files import: with servers.ts come the clients of Temporal and of the object store. */
import { connected, type TestDatabase } from './database.js';
import { startPostgres } from './servers.js';

/** A database on a server of its own, for tests that stop, kill or suspend it, or look at all of its sessions. */
export async function ownDatabase({ migrated = true } = {}): Promise<TestDatabase & { pid: number }> {
  const { url, pid, stop } = await startPostgres({ migrated });
  return { ...(await connected(url, stop)), pid };
}
