import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../contract/errors.js';
import { Alive, Readiness } from '../../contract/health.js';
import type { Deps } from '../deps.js';
import { errorReplies, reply } from '../openapi.js';

const CHECK_TIMEOUT_MS = 2_000;

type Dependencies = Readiness['dependencies'];

/** Public; not counted in any limit. */
export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/healthz',
    {
      schema: {
        tags: ['service'],
        operationId: 'isAlive',
        summary: 'Whether the process answers',
        response: { 200: reply('It does.', Alive), ...errorReplies() },
      },
    },
    () => ({ status: 'ok' }) as const,
  );

  app.get(
    '/readyz',
    {
      schema: {
        tags: ['service'],
        operationId: 'isReady',
        summary: 'Whether the service can do its work',
        description: 'A 503 names in `details.dependencies` what cannot be reached.',
        response: { 200: reply('All dependencies answer.', Readiness), ...errorReplies() },
      },
    },
    async (): Promise<Readiness> => {
      const dependencies = await check(deps);
      const missing = Object.keys(dependencies).filter((name) => dependencies[name as keyof Dependencies] !== 'ok');
      if (missing.length > 0)
        throw new ServiceError('SERVICE_UNAVAILABLE', `Not reachable: ${missing.join(', ')}`, { dependencies });
      return { status: 'ok', dependencies };
    },
  );
}

async function check({ dataSource, runs, storage }: Deps): Promise<Dependencies> {
  const [postgres, temporal, s3] = await Promise.all([
    answers(dataSource.query('SELECT 1')),
    answers(runs.ping(CHECK_TIMEOUT_MS)),
    answers(storage.ping()),
  ]);
  return { postgres, temporal, s3 };
}

async function answers(asked: Promise<unknown>): Promise<'ok' | 'unavailable'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'unavailable'>((resolve) => {
    timer = setTimeout(() => resolve('unavailable'), CHECK_TIMEOUT_MS);
  });
  const answer = asked.then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
