import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { RegisterBody, Registered, Verified, VerifyEmailBody } from '../../contract/auth.js';
import { invalid, type ServiceError } from '../../contract/errors.js';
import { register, verifyEmail } from '../accounts.js';
import type { Deps } from '../deps.js';
import { errorReplies, reply as replies } from '../openapi.js';
import { presentUser } from '../present-account.js';

export const INBOX_MESSAGE = 'Check your inbox: a message with the next step is on its way.';

/** The same error for every code that is not accepted. */
export function invalidCode(): ServiceError {
  return invalid('code', 'invalid_or_expired', 'The code is wrong or has expired.');
}

/** Public; rate limited by the client's address. */
export function authRoutes(scope: FastifyInstance, deps: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['auth'];

  app.post(
    '/v1/auth/register',
    {
      schema: {
        tags,
        operationId: 'register',
        summary: 'Ask for an account',
        description: 'A code of six digits is sent to the address; it is good for 15 minutes and five tries.',
        body: RegisterBody,
        response: {
          201: replies('The same for every address.', Registered),
          ...errorReplies('VALIDATION_ERROR', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply): Promise<Registered> => {
      await register(deps, request, request.body);
      reply.code(201);
      return { message: INBOX_MESSAGE };
    },
  );

  app.post(
    '/v1/auth/verify-email',
    {
      schema: {
        tags,
        operationId: 'verifyEmail',
        summary: 'Turn the code into an account with an API key',
        body: VerifyEmailBody,
        response: {
          200: replies('The account and its first key, which is shown this once.', Verified),
          ...errorReplies('VALIDATION_ERROR', 'RATE_LIMITED'),
        },
      },
    },
    async (request): Promise<Verified> => {
      const verified = await verifyEmail(deps, request, request.body);
      if (!verified) throw invalidCode();
      const { account, apiKey, key } = verified;
      return {
        user: presentUser(account),
        apiKey: { key, prefix: apiKey.prefix, expiresAt: apiKey.expiresAt?.toISOString() ?? null },
      };
    },
  );
}
