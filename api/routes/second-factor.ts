import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Success } from '../../contract/common.js';
import { RecoveryCodes, SecondFactorBody, SecondFactorSetUp, SecondFactorState } from '../../contract/second-factor.js';
import { accountOf } from '../auth.js';
import { requireConfirmed } from '../confirmation.js';
import type { Deps } from '../deps.js';
import { errorReplies, reply as replies, SESSION_SECURITY } from '../openapi.js';
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorState,
  setUpSecondFactor,
} from '../second-factor.js';

const PATH = '/v1/dashboard/second-factor';
const COMMON = { tags: ['dashboard'], security: SESSION_SECURITY };
const REFUSALS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED');
const CONFIRMED = 'Needs a password entered at most 15 minutes ago.';

/** The second factor of an account; for sessions only. */
export function secondFactorRoutes(scope: FastifyInstance, deps: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    PATH,
    {
      schema: {
        ...COMMON,
        operationId: 'getSecondFactor',
        summary: 'Whether signing in asks for a code of an authenticator app',
        response: {
          200: replies('The second factor.', SecondFactorState),
          ...errorReplies('UNAUTHORIZED', 'RATE_LIMITED'),
        },
      },
    },
    async (request): Promise<SecondFactorState> => secondFactorState(deps, accountOf(request)),
  );

  app.post(
    PATH,
    {
      preHandler: requireConfirmed,
      schema: {
        ...COMMON,
        operationId: 'setUpSecondFactor',
        summary: 'Begin to set up an authenticator app',
        description: `Nothing changes before a code of it is confirmed. ${CONFIRMED}`,
        response: { 200: replies('What the app needs.', SecondFactorSetUp), ...REFUSALS },
      },
    },
    async (request): Promise<SecondFactorSetUp> => setUpSecondFactor(deps, request),
  );

  app.post(
    `${PATH}/confirm`,
    {
      preHandler: requireConfirmed,
      schema: {
        ...COMMON,
        operationId: 'confirmSecondFactor',
        summary: 'End the set-up with a code of the app',
        description: `From now on signing in asks for a code. ${CONFIRMED}`,
        body: SecondFactorBody,
        response: { 200: replies('Codes for when the app is lost.', RecoveryCodes), ...REFUSALS },
      },
    },
    async (request): Promise<RecoveryCodes> => confirmSecondFactor(deps, request, request.body.code),
  );

  app.post(
    `${PATH}/recovery-codes`,
    {
      preHandler: requireConfirmed,
      schema: {
        ...COMMON,
        operationId: 'renewRecoveryCodes',
        summary: 'Replace the recovery codes',
        description: `Those of before are void. ${CONFIRMED}`,
        body: SecondFactorBody,
        response: { 200: replies('The new codes.', RecoveryCodes), ...REFUSALS },
      },
    },
    async (request, reply): Promise<RecoveryCodes> =>
      renewRecoveryCodes(deps, { request, reply, code: request.body.code }),
  );

  app.post(
    `${PATH}/disable`,
    {
      preHandler: requireConfirmed,
      schema: {
        ...COMMON,
        operationId: 'disableSecondFactor',
        summary: 'Sign in with the password alone again',
        description: CONFIRMED,
        body: SecondFactorBody,
        response: { 200: replies('Signing in asks for no code.', Success), ...REFUSALS },
      },
    },
    async (request, reply): Promise<Success> => {
      await disableSecondFactor(deps, { request, reply, code: request.body.code });
      return { success: true };
    },
  );
}
