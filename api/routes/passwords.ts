import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ForgotPasswordBody, Registered, ResetPasswordBody } from '../../contract/auth.js';
import { Success } from '../../contract/common.js';
import type { Deps } from '../deps.js';
import { errorReplies, reply as replies } from '../openapi.js';
import { forgotPassword, resetPassword } from '../passwords.js';
import { INBOX_MESSAGE, invalidCode } from './auth.js';

/** Forgotten passwords. Public; rate limited by the client's address. */
export function passwordRoutes(scope: FastifyInstance, deps: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['auth'];
  const refusals = errorReplies('VALIDATION_ERROR', 'FORBIDDEN', 'RATE_LIMITED');

  app.post(
    '/api/auth/forgot-password',
    {
      schema: {
        tags,
        operationId: 'forgotPassword',
        summary: 'Ask for a new password',
        description: 'A code of six digits is sent to the address; it is good for 15 minutes and five tries.',
        body: ForgotPasswordBody,
        response: { 200: replies('The same for every address.', Registered), ...refusals },
      },
    },
    async (request): Promise<Registered> => {
      await forgotPassword(deps, request, request.body);
      return { message: INBOX_MESSAGE };
    },
  );

  app.post(
    '/api/auth/reset-password',
    {
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Set a new password with the code',
        description:
          'All sessions of the account end; its keys stay, unless `revokeKeys` is true. The owner is notified by mail.',
        body: ResetPasswordBody,
        response: { 200: replies('The new password is set.', Success), ...refusals },
      },
    },
    async (request): Promise<Success> => {
      if (!(await resetPassword(deps, request, request.body))) throw invalidCode();
      return { success: true };
    },
  );
}
