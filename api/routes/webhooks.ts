/** Webhook endpoints. Bodies are validated after the endpoint was found. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Success } from '../../contract/common.js';
import { ServiceError } from '../../contract/errors.js';
import { MAX_WEBHOOKS } from '../../contract/vocabulary.js';
import {
  CreatedWebhook,
  RotatedSecret,
  Webhook,
  WebhookBody,
  WebhookChange,
  WebhookList,
  WebhookParams,
} from '../../contract/webhook.js';
import { newPublicId } from '../../entities/ids.js';
import { failRest } from '../../entities/queries/disabling.js';
import {
  addWebhook,
  changeWebhookRow,
  findWebhook,
  listWebhooks,
  removeWebhookStep,
  replaceWebhookSecret,
  type WebhookChanges,
  type WebhookKey,
} from '../../entities/queries/webhooks.js';
import type { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { newWebhookSecret } from '../../infra/webhook-signature.js';
import { accountOf } from '../auth.js';
import { requireConfirmedInSession } from '../confirmation.js';
import type { Deps } from '../deps.js';
import { bodyReader } from '../input.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { presentWebhook } from '../present-webhook.js';
import { withSecurityLog } from '../security-log.js';
import { foundWebhook, requireWebhookUrl, webhookKey } from '../webhooks.js';

const readNew = bodyReader(WebhookBody);
const readChange = bodyReader(WebhookChange);

const COMMON = { tags: ['webhooks'], security: ACCOUNT_SECURITY };
const OF_ONE = { ...COMMON, params: WebhookParams };
const ERRORS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'RATE_LIMITED');
const ERRORS_OF_ONE = { ...ERRORS, ...errorReplies('NOT_FOUND') };

export function webhookRoutes(scope: FastifyInstance, deps: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const { manager } = deps.dataSource;

  app.post(
    '/v1/webhooks',
    {
      config: { json: { schema: WebhookBody } },
      schema: {
        ...COMMON,
        operationId: 'createWebhook',
        summary: 'Have events sent to a URL',
        description: `At most ${MAX_WEBHOOKS} endpoints an account. Each receives the events of all shelves.`,
        response: {
          201: replies('The endpoint, with its secret.', CreatedWebhook),
          ...ERRORS,
          ...errorReplies('CONFLICT'),
        },
      },
    },
    async (request, reply): Promise<CreatedWebhook> => {
      const created = await createWebhook(deps, request, await readNew(request));
      reply.code(201);
      return created;
    },
  );

  app.get(
    '/v1/webhooks',
    {
      schema: {
        ...COMMON,
        operationId: 'listWebhooks',
        summary: 'List webhook endpoints, newest first',
        response: { 200: replies('All of them, without their secrets.', WebhookList), ...ERRORS },
      },
    },
    async (request): Promise<WebhookList> => {
      const { id, publicId } = accountOf(request);
      return (await listWebhooks(manager, id)).map((webhook) => presentWebhook(webhook, publicId));
    },
  );

  app.get(
    '/v1/webhooks/:webhookPublicId',
    {
      schema: {
        ...OF_ONE,
        operationId: 'getWebhook',
        summary: 'Read a webhook endpoint',
        response: { 200: replies('The endpoint, without its secret.', Webhook), ...ERRORS_OF_ONE },
      },
    },
    async (request): Promise<Webhook> =>
      presentWebhook(foundWebhook(await findWebhook(manager, webhookKey(request))), accountOf(request).publicId),
  );

  app.patch(
    '/v1/webhooks/:webhookPublicId',
    {
      config: { json: { schema: WebhookChange } },
      schema: {
        ...OF_ONE,
        operationId: 'changeWebhook',
        summary: 'Change, disable or enable a webhook endpoint',
        description:
          'Deliveries that are pending go to a new URL from their next attempt on; when it is disabled they are `failed`, and can be recovered.',
        response: { 200: replies('The endpoint as it is now.', Webhook), ...ERRORS_OF_ONE },
      },
    },
    async (request): Promise<Webhook> => {
      const key = webhookKey(request);
      foundWebhook(await findWebhook(manager, key));
      const changes = await readChange(request);
      if (changes.url !== undefined) await requireWebhookUrl(deps, changes.url);
      const { events, ...others } = changes;
      const change = { ...others, urlSetByKey: request.keyPublicId, ...(events && { events: unique(events) }) };
      return presentWebhook(await changeLogged(deps, request, { key, change }), accountOf(request).publicId);
    },
  );

  app.delete(
    '/v1/webhooks/:webhookPublicId',
    {
      schema: {
        ...OF_ONE,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook endpoint',
        description: 'With its history. Pending deliveries stop.',
        response: { 200: replies('The endpoint is gone.', Success), ...ERRORS_OF_ONE },
      },
    },
    async (request): Promise<Success> => {
      const key = webhookKey(request);
      await removeLogged(deps, request, key);
      return { success: true };
    },
  );

  app.post(
    '/v1/webhooks/:webhookPublicId/rotate-secret',
    {
      preHandler: requireConfirmedInSession,
      schema: {
        ...OF_ONE,
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook endpoint',
        description:
          'At once: the next attempt is signed with the new one, those of pending deliveries too. In a session the password has to have been entered within 15 minutes.',
        response: {
          200: replies('The new secret.', RotatedSecret),
          ...ERRORS_OF_ONE,
          ...errorReplies('FORBIDDEN'),
        },
      },
    },
    async (request): Promise<RotatedSecret> => {
      const key = webhookKey(request);
      const secret = newWebhookSecret();
      const sealed = deps.sealer.seal(secret, key.publicId);
      const entry = {
        account: accountOf(request),
        type: 'webhook_secret_rotated',
        details: { webhook: key.publicId },
      } as const;
      await withSecurityLog(deps, request, async (tx, note) => {
        foundWebhook((await replaceWebhookSecret(tx, key, sealed)) || null);
        await note(entry);
      });
      return { publicId: key.publicId, secret };
    },
  );
}

/** The row and its entry in one transaction; deliveries that are too many for it are failed afterwards. */
async function changeLogged(
  deps: Deps,
  request: FastifyRequest,
  { key, change }: { key: WebhookKey; change: WebhookChanges },
): Promise<WebhookEndpoint> {
  const entry = { account: accountOf(request), type: 'webhook_changed', details: { webhook: key.publicId } } as const;
  const changed = await withSecurityLog(deps, request, async (tx, note) => {
    const row = foundWebhook(await changeWebhookRow(tx, key, change));
    await note(entry);
    return row;
  });
  if (change.enabled === false) await failRest(deps.dataSource.manager, changed.id);
  return changed;
}

/** Each step with its entry; one that only disables says so, since the next may fail. */
async function removeLogged(deps: Deps, request: FastifyRequest, key: WebhookKey): Promise<void> {
  const [account, details] = [accountOf(request), { webhook: key.publicId }];
  const removeStep = () =>
    withSecurityLog(deps, request, async (tx, note) => {
      const step = await removeWebhookStep(tx, key);
      if (step === 'disabled') await note({ account, type: 'webhook_changed', details });
      if (step === 'removed') await note({ account, type: 'webhook_deleted', details });
      return step;
    });
  let step = await removeStep();
  // another request may end what this one has begun
  if (step === 'absent') foundWebhook(null);
  while (step === 'disabled' || step === 'emptying') step = await removeStep();
}

const unique = <T>(named: T[]): T[] => [...new Set(named)];

async function createWebhook(deps: Deps, request: FastifyRequest, body: WebhookBody): Promise<CreatedWebhook> {
  const account = accountOf(request);
  await requireWebhookUrl(deps, body.url);
  const publicId = newPublicId('wh');
  const secret = newWebhookSecret();
  const { url } = body;
  const events = unique(body.events);
  const secretSealed = deps.sealer.seal(secret, publicId);
  const urlSetByKey = request.keyPublicId;
  const made = { publicId, accountId: account.id, url, urlSetByKey, events, secretSealed, max: MAX_WEBHOOKS };
  // with its entry or not at all: the secret is shown once, in an answer that a failure after the change would cost
  const webhook = await withSecurityLog(deps, request, async (tx, note) => {
    const added = await addWebhook(tx, made);
    if (added) await note({ account, type: 'webhook_created', details: { webhook: publicId } });
    return added;
  });
  if (!webhook)
    throw new ServiceError('CONFLICT', `An account can have ${MAX_WEBHOOKS} webhooks. Delete one that is not needed.`, {
      reason: 'too_many_webhooks',
      maxWebhooks: MAX_WEBHOOKS,
    });
  return { ...presentWebhook(webhook, account.publicId), secret };
}
