/** The service on a Temporal cluster as in production (temporal-cluster.ts), set up by local/setup.ts, as Compose's job does. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTemporal } from '../../infra/temporal.js';
import { claimClient } from './claims.js';
import { poll } from './poll.js';
import { startServiceWith } from './service.js';
import { startTemporalCluster } from './temporal-cluster.js';

const dist = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND_MS = 150_000;

export type ClusterService = Awaited<ReturnType<typeof startClusterService>>;

/** Starts everything; call `stop` in `afterAll`. */
export async function startClusterService(env: Record<string, string> = {}) {
  const cluster = await startTemporalCluster();
  let environment: Record<string, string> = {};
  /** Runs a program of `local/` with the service's variables; answers what it prints. */
  const command = async (name: string, ...args: string[]): Promise<string> => {
    const options = { env: environment, timeout: COMMAND_MS };
    return (await promisify(execFile)(process.execPath, [join(dist, 'local', `${name}.js`), ...args], options)).stdout;
  };
  const prepare = async (given: Record<string, string>): Promise<void> => {
    environment = given;
    await command('setup');
  };
  const variables = { ENGINE_PROCESSES: '1', RECONCILE_AFTER_SECONDS: '5', LIMIT_WRITES_PER_MINUTE: '100000', ...env };
  const service = await startServiceWith(async () => ({ ...cluster, prepare }), variables);
  const temporal = createTemporal(cluster.config);
  const claims = claimClient(service, temporal);
  return {
    ...service,
    cluster,
    client: temporal,
    claims,
    command,
    /** A shelf of this PDF that waits for its review. */
    async inReview(pdf: Buffer): Promise<string> {
      const publicId = await claims.createReviewed(pdf);
      const { status } = await service.shelfIn(publicId, ['review', 'failed']);
      if (status !== 'review') throw new Error(`the shelf is ${status}`);
      return publicId;
    },
    /** The status of the reply; asked for again while no worker takes it, as a client is told to. */
    async approve(publicId: string): Promise<number> {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ operations: [] }) };
      return poll(async () => {
        const { status } = await service.request(`/v1/shelves/${publicId}/approve`, init);
        return status === 503 ? null : status;
      }, 90_000);
    },
    async stop(): Promise<void> {
      await temporal.close();
      await service.stop();
    },
  };
}
