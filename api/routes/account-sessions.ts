import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { PageQuery, Success } from '../../contract/common.js';
import { DeleteAccountBody } from '../../contract/dashboard.js';
import { ServiceError } from '../../contract/errors.js';
import { ActiveSessionList, NewPasswordBody, SessionParams } from '../../contract/session.js';
import { listSessions } from '../../entities/queries/sessions.js';
import { sessionOf } from '../auth.js';
import { closeOwnAccount } from '../close-account.js';
import { requireConfirmed, setPassword } from '../confirmation.js';
import type { Deps } from '../deps.js';
import { errorReplies, reply as replies, SESSION_SECURITY } from '../openapi.js';
import { presentActiveSession } from '../present-account.js';
import { presentPagination } from '../present.js';
import { clearSessionCookie } from '../session-cookie.js';
import { endOtherSessions, endSession } from '../sign-in.js';

/** Where an account is signed in, and its password; for sessions only. */
export function accountSessionRoutes(scope: FastifyInstance, deps: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const { manager } = deps.dataSource;
  const common = { tags: ['dashboard'], security: SESSION_SECURITY };

  app.get(
    '/v1/dashboard/sessions',
    {
      schema: {
        ...common,
        operationId: 'listSessions',
        summary: 'List where the account is signed in',
        querystring: PageQuery,
        response: {
          200: replies('A page of sessions.', ActiveSessionList),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'RATE_LIMITED'),
        },
      },
    },
    async (request): Promise<ActiveSessionList> => {
      const { page, limit } = request.query;
      const { account, session: current } = sessionOf(request);
      const { sessions, total } = await listSessions(manager, { accountId: account.id, page, limit });
      const data = sessions.map((session) => presentActiveSession(session, current));
      return { data, pagination: presentPagination({ page, limit, total }) };
    },
  );

  app.delete(
    '/v1/dashboard/sessions',
    {
      schema: {
        ...common,
        operationId: 'endOtherSessions',
        summary: 'Sign out everywhere else',
        description: 'Ends every session but the one that asks. Keys stay.',
        response: { 200: replies('They are over.', Success), ...errorReplies('UNAUTHORIZED', 'RATE_LIMITED') },
      },
    },
    async (request): Promise<Success> => {
      await endOtherSessions(deps, request);
      return { success: true };
    },
  );

  app.delete(
    '/v1/dashboard/sessions/:id',
    {
      schema: {
        ...common,
        operationId: 'endSession',
        summary: 'End a session',
        description: 'At once. Of the session that asks the cookie is removed as well.',
        params: SessionParams,
        response: {
          200: replies('It is over.', Success),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply): Promise<Success> => {
      const { session } = sessionOf(request);
      const { id } = request.params;
      if (!(await endSession(deps, request, id))) throw new ServiceError('NOT_FOUND', 'There is no such session.');
      if (id === session.id) clearSessionCookie(deps.config, reply);
      return { success: true };
    },
  );

  app.post(
    '/v1/dashboard/account/delete',
    {
      preHandler: requireConfirmed,
      schema: {
        ...common,
        operationId: 'deleteAccount',
        summary: 'Delete the account with all that belongs to it',
        description:
          'At once nothing signs in to it any more and running work is cancelled; files and rows are removed within minutes. It cannot be undone. Needs a password entered at most 15 minutes ago, and the address of the account.',
        body: DeleteAccountBody,
        response: {
          200: replies('The account is gone.', Success),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply): Promise<Success> => {
      await closeOwnAccount(deps, request, request.body.email);
      clearSessionCookie(deps.config, reply);
      return { success: true };
    },
  );

  app.put(
    '/v1/dashboard/password',
    {
      preHandler: requireConfirmed,
      schema: {
        ...common,
        operationId: 'changePassword',
        summary: 'Set another password',
        description: 'All other sessions end; keys stay. Needs a password entered at most 15 minutes ago.',
        body: NewPasswordBody,
        response: {
          200: replies('The new password is set.', Success),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED'),
        },
      },
    },
    async (request): Promise<Success> => {
      await setPassword(deps, request, request.body.password);
      return { success: true };
    },
  );
}
