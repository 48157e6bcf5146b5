import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { LoginBody, SignedIn } from '../../contract/auth.js';
import { Success } from '../../contract/common.js';
import { ServiceError } from '../../contract/errors.js';
import { ConfirmBody } from '../../contract/session.js';
import { revokeSession } from '../../entities/queries/sessions.js';
import { hashSessionToken } from '../../infra/session-tokens.js';
import { sessionAuth, sessionOf } from '../auth.js';
import { confirm } from '../confirmation.js';
import type { Deps } from '../deps.js';
import { errorReplies, reply as replies, SESSION_SECURITY } from '../openapi.js';
import { confirmLimit } from '../rate-limits.js';
import { presentSession } from '../present-account.js';
import { clearSessionCookie, sessionToken, setSessionCookie } from '../session-cookie.js';
import { signIn, signOut } from '../sign-in.js';

const SET_COOKIE = {
  'Set-Cookie': {
    type: 'string',
    description: 'The cookie of the session.',
    example: 'shelfwright_session=0123456789abcdef0123; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax',
  },
};

/** Signing in and out. Public; rate limited by the client's address. */
export function sessionRoutes(scope: FastifyInstance, deps: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const { config, dataSource } = deps;
  const tags = ['auth'];

  app.post(
    '/api/auth/login',
    {
      schema: {
        tags,
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'For pages of the service. A session that the request comes with is ended. If the account has a second factor, the 401 to the right password without a code has the reason `code_required`.',
        body: LoginBody,
        response: {
          200: replies('Signed in.', SignedIn, SET_COOKIE),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply): Promise<SignedIn> => {
      const signedIn = await signIn(deps, { request, reply }, request.body);
      if (!signedIn) throw new ServiceError('UNAUTHORIZED');
      const earlier = sessionToken(config, request);
      if (earlier) await revokeSession(dataSource.manager, hashSessionToken(earlier));
      setSessionCookie(config, reply, signedIn.token);
      return presentSession(signedIn);
    },
  );

  app.post(
    '/api/auth/logout',
    {
      schema: {
        tags,
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends the session of the cookie, if there is one, and removes the cookie.',
        response: {
          200: replies('Signed out.', Success, SET_COOKIE),
          ...errorReplies('FORBIDDEN', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply): Promise<Success> => {
      const token = sessionToken(config, request);
      if (token) await signOut(deps, request, token);
      clearSessionCookie(config, reply);
      // nor does Back bring a screen of the account again
      reply.header('clear-site-data', '"cache"');
      return { success: true };
    },
  );

  app.post(
    '/api/auth/confirm',
    {
      onRequest: [sessionAuth(deps), confirmLimit(deps)],
      schema: {
        tags,
        operationId: 'confirmPassword',
        summary: 'Enter the password again',
        description:
          'Creating and revoking keys, and changing the password, need it: at most 15 minutes ago, here or by signing in.',
        security: SESSION_SECURITY,
        body: ConfirmBody,
        response: {
          200: replies('It counts for 15 minutes.', Success),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED'),
        },
      },
    },
    async (request): Promise<Success> => {
      await confirm(deps, request, request.body.password);
      return { success: true };
    },
  );

  app.get(
    '/api/auth/session',
    {
      onRequest: sessionAuth(deps),
      schema: {
        tags,
        operationId: 'getSession',
        summary: 'Who is signed in',
        description:
          'Pages that ask often use /v1/dashboard/account, which does not count against the limit of sign-ins.',
        security: SESSION_SECURITY,
        response: {
          200: replies('The session.', SignedIn),
          ...errorReplies('UNAUTHORIZED', 'RATE_LIMITED'),
        },
      },
    },
    async (request): Promise<SignedIn> => presentSession(sessionOf(request)),
  );
}
