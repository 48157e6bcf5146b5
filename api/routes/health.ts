import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../contract/errors.js';
import { Alive, Readiness } from '../../contract/health.js';
import { registerQueueGauge, registerReadinessGauge } from '../../infra/metrics.js';
import { createReadiness, PROBE_MS } from '../../infra/readiness.js';
import { createQueueWatch } from '../../infra/task-queues.js';
import { TASK_QUEUES } from '../../workflows/messages.js';
import type { Deps } from '../deps.js';
import type { Draining } from '../draining.js';
import { errorReplies, reply } from '../openapi.js';

type Dependencies = Readiness['dependencies'];

/** Public; without a rate limit. */
export function healthRoutes(app: FastifyInstance, deps: Deps, draining: Draining): void {
  const { dataSource, workflows, storage, metrics } = deps;
  const readiness = createReadiness({
    postgres: () => dataSource.query('SELECT 1'),
    temporal: () => workflows.ping(PROBE_MS),
    s3: () => storage.ping(),
  });
  registerReadinessGauge(metrics, readiness);
  const queues = createQueueWatch(Object.values(TASK_QUEUES), () => workflows.polls(PROBE_MS));
  registerQueueGauge(metrics, queues);

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
        description:
          'A 503 names in `details.dependencies` what cannot be reached. A process that is about to stop has none. `queues` says where no worker is at work; uploads are taken nevertheless, and wait for one.',
        response: { 200: reply('All dependencies answer.', Readiness), ...errorReplies() },
      },
    },
    async (): Promise<Readiness> => {
      if (draining.hasBegun()) throw new ServiceError('SERVICE_UNAVAILABLE', 'This process is about to stop.');
      const [dependencies, polls] = await Promise.all([readiness.check(), queues.check()]);
      const missing = Object.keys(dependencies).filter((name) => dependencies[name as keyof Dependencies] !== 'ok');
      if (missing.length > 0)
        throw new ServiceError('SERVICE_UNAVAILABLE', `Not reachable: ${missing.join(', ')}`, {
          dependencies,
          queues: polls,
        });
      return { status: 'ok', dependencies, queues: polls };
    },
  );
}
