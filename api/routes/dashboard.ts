import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { PageQuery, Success } from '../../contract/common.js';
import { ApiKeyBody, ApiKeyList, CreatedApiKey, DashboardAccount, KeyParams } from '../../contract/dashboard.js';
import type { Quota } from '../../contract/vocabulary.js';
import { ServiceError } from '../../contract/errors.js';
import { listApiKeys } from '../../entities/queries/api-keys.js';
import { limitsOf, measureUse } from '../../entities/queries/quotas.js';
import { languageNames } from '../../infra/recognition-languages.js';
import { createKey, revokeKey } from '../api-keys.js';
import { accountOf } from '../auth.js';
import { requireConfirmed } from '../confirmation.js';
import type { Deps } from '../deps.js';
import { errorReplies, reply as replies, SESSION_SECURITY } from '../openapi.js';
import { presentAccount, presentApiKey } from '../present-account.js';
import { presentPagination } from '../present.js';
import { createsUsed } from '../rate-limits.js';

/** Routes that accept sessions only. */
export function dashboardRoutes(scope: FastifyInstance, deps: Deps): void {
  const { manager } = deps.dataSource;
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const common = { tags: ['dashboard'], security: SESSION_SECURITY };

  app.get(
    '/v1/dashboard/account',
    {
      schema: {
        ...common,
        operationId: 'getAccount',
        summary: 'The account that is signed in',
        response: { 200: replies('The account.', DashboardAccount), ...errorReplies('UNAUTHORIZED', 'RATE_LIMITED') },
      },
    },
    async (request): Promise<DashboardAccount> => {
      const account = accountOf(request);
      const [createsThisHour, use] = await Promise.all([createsUsed(deps, account), measureUse(manager, account.id)]);
      const limits = limitsOf(account, deps.config.quotas);
      const of = (quota: Quota) => ({ used: use[quota], limit: limits[quota] });
      const quotas = { storageBytes: of('storageBytes'), shelves: of('shelves'), pages: of('pages'), runs: of('runs') };
      const usage = { createsThisHour, ...quotas };
      return presentAccount(account, { usage, languages: languageNames(deps.config.engine.recognition.languages) });
    },
  );

  app.get(
    '/v1/dashboard/api-keys',
    {
      schema: {
        ...common,
        operationId: 'listApiKeys',
        summary: 'List API keys, newest first',
        querystring: PageQuery,
        response: {
          200: replies('A page of keys, without their secrets.', ApiKeyList),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'RATE_LIMITED'),
        },
      },
    },
    async (request): Promise<ApiKeyList> => {
      const { page, limit } = request.query;
      const { keys, total } = await listApiKeys(manager, { accountId: accountOf(request).id, page, limit });
      return { data: keys.map(presentApiKey), pagination: presentPagination({ page, limit, total }) };
    },
  );

  app.post(
    '/v1/dashboard/api-keys',
    {
      preHandler: requireConfirmed,
      schema: {
        ...common,
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description: 'Needs a password entered at most 15 minutes ago.',
        body: ApiKeyBody,
        response: {
          201: replies('The key, which is shown this once.', CreatedApiKey),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply): Promise<CreatedApiKey> => {
      const { key, apiKey } = await createKey(deps, request, request.body);
      reply.code(201);
      return { ...presentApiKey(apiKey), key };
    },
  );

  app.delete(
    '/v1/dashboard/api-keys/:id',
    {
      preHandler: requireConfirmed,
      schema: {
        ...common,
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description: 'At once and for good. Needs a password entered at most 15 minutes ago.',
        params: KeyParams,
        response: {
          200: replies('The key opens nothing any more.', Success),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'),
        },
      },
    },
    async (request): Promise<Success> => {
      if (!(await revokeKey(deps, request, request.params.id)))
        throw new ServiceError('NOT_FOUND', 'There is no such key.');
      return { success: true };
    },
  );
}
