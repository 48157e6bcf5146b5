/** Admin commands without a process of their own, over a real database and a real Temporal. */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Answer, Systems } from '../../admin/commands.js';
import { readRequest } from '../../admin/request.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { migratedDatabase, type TestDatabase } from './database.js';
import { localEnvironment } from './workflows.js';

/** For commands that need none. */
function noStorage(): never {
  throw new Error('this test has no object store');
}

/** What a command answers; `temporal: null` is a configuration that names none. */
export function answerOf(
  args: string[],
  systems: Pick<Systems, 'manager' | 'temporal'> & Partial<Systems>,
): Promise<Answer> {
  return readRequest(args)!.work({ storage: noStorage, temporalUiUrl: null, ...systems });
}

export interface AdminSystems {
  database: TestDatabase;
  env: TestWorkflowEnvironment;
  temporal: Temporal;
  stop(): Promise<void>;
}

/** A migrated database and a Temporal; stop them in `afterAll`. */
export async function startAdminSystems(): Promise<AdminSystems> {
  const [database, env] = await Promise.all([migratedDatabase(), localEnvironment()]);
  const temporal = createTemporal({ address: env.address, namespace: 'default' });
  return {
    database,
    env,
    temporal,
    async stop() {
      await temporal.close();
      await Promise.all([database.stop(), env.teardown()]);
    },
  };
}
