/** The deliveries of a webhook endpoint, and how they are repeated. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  Delivery,
  DeliveryDetail,
  DeliveryList,
  DeliveryParams,
  DeliveryQuery,
  RecoverBody,
  Recovery,
} from '../../contract/delivery.js';
import { invalid, ServiceError } from '../../contract/errors.js';
import { MAX_ATTEMPTS_SHOWN } from '../../contract/vocabulary.js';
import { hostOf } from '../../contract/webhook-url.js';
import { WebhookParams } from '../../contract/webhook.js';
import {
  countFailed,
  findDelivery,
  listAttempts,
  listDeliveries,
  PING,
  recordPing,
  redeliver,
  type DeliveryOfEvent,
} from '../../entities/queries/delivery-history.js';
import { findWebhook } from '../../entities/queries/webhooks.js';
import type { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { bodyReader } from '../input.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { presentDelivery, presentDeliveryDetail } from '../present-webhook.js';
import { presentPagination } from '../present.js';
import { countPing } from '../rate-limits.js';
import { foundDelivery, foundWebhook, requireEnabled, sentDelivery, webhookKey } from '../webhooks.js';

const DAY_MS = 24 * 60 * 60_000;
const MAX_RECOVERY_DAYS = 14;
/** Tolerance for a client that counts back exactly the maximum, since its request takes a moment. */
const LATE_MS = 60_000;

const readRecover = bodyReader(RecoverBody);

const COMMON = { tags: ['webhooks'], security: ACCOUNT_SECURITY, params: WebhookParams };
const READ_ERRORS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'RATE_LIMITED');
const SEND_ERRORS = { ...READ_ERRORS, ...errorReplies('CONFLICT') };

export function deliveryRoutes(scope: FastifyInstance, deps: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const { manager } = deps.dataSource;

  app.post(
    '/v1/webhooks/:webhookPublicId/ping',
    {
      schema: {
        ...COMMON,
        operationId: 'pingWebhook',
        summary: 'Send a test event, webhook.ping',
        description: 'Recorded and retried as any event. Its failures do not disable the endpoint.',
        response: { 202: replies('Its delivery, which is pending.', Delivery), ...SEND_ERRORS },
      },
    },
    async (request, reply): Promise<Delivery> => {
      const key = webhookKey(request);
      const webhook = foundWebhook(await findWebhook(manager, key));
      requireEnabled(webhook);
      await countPing(deps, accountOf(request), reply, hostOf(new URL(webhook.url)));
      return start(deps, request, reply, sentDelivery(await recordPing(manager, key), foundWebhook));
    },
  );

  app.get(
    '/v1/webhooks/:webhookPublicId/deliveries',
    {
      schema: {
        ...COMMON,
        operationId: 'listDeliveries',
        summary: 'List the deliveries of an endpoint, newest first',
        querystring: DeliveryQuery,
        response: { 200: replies('A page of deliveries.', DeliveryList), ...READ_ERRORS },
      },
    },
    async (request): Promise<DeliveryList> => {
      const webhook = foundWebhook(await findWebhook(manager, webhookKey(request)));
      const { page, limit, status } = request.query;
      const asked = { endpointId: webhook.id, page, limit, ...(status && { status }) };
      const { deliveries, total } = await listDeliveries(manager, asked);
      return {
        data: deliveries.map((one) => presentDelivery(one, webhook.publicId)),
        pagination: presentPagination({ page, limit, total }),
      };
    },
  );

  app.get(
    '/v1/webhooks/:webhookPublicId/deliveries/:deliveryId',
    {
      schema: {
        ...COMMON,
        params: DeliveryParams,
        operationId: 'getDelivery',
        summary: 'Read a delivery with its body and its attempts',
        response: { 200: replies('The delivery.', DeliveryDetail), ...READ_ERRORS },
      },
    },
    async (request): Promise<DeliveryDetail> => {
      const webhook = foundWebhook(await findWebhook(manager, webhookKey(request)));
      const { deliveryId } = request.params;
      // one snapshot, so that an attempt is not seen half-recorded
      return deps.dataSource.transaction('REPEATABLE READ', async (tx) => {
        const found = foundDelivery(await findDelivery(tx, { endpointId: webhook.id, id: deliveryId }));
        const attempts = await listAttempts(tx, { deliveryId, limit: MAX_ATTEMPTS_SHOWN });
        return presentDeliveryDetail(found, webhook.publicId, attempts);
      });
    },
  );

  app.post(
    '/v1/webhooks/:webhookPublicId/deliveries/:deliveryId/redeliver',
    {
      schema: {
        ...COMMON,
        params: DeliveryParams,
        operationId: 'redeliver',
        summary: 'Send a delivery again',
        description:
          'With the same `webhook-id` and body. `webhook-attempt` continues the count; retries start over. A redelivered test event counts towards the limit of test events.',
        response: { 202: replies('The delivery, which is pending.', Delivery), ...SEND_ERRORS },
      },
    },
    async (request, reply): Promise<Delivery> => {
      const key = webhookKey(request);
      const webhook = foundWebhook(await findWebhook(manager, key));
      const { deliveryId: id } = request.params;
      const found = await findDelivery(manager, { endpointId: webhook.id, id });
      // to the host that the endpoint has by now
      if (found?.event.type === PING) await countPing(deps, accountOf(request), reply, hostOf(new URL(webhook.url)));
      const sending = await redeliver(manager, key, id);
      return start(deps, request, reply, sentDelivery(sending, foundDelivery));
    },
  );

  app.post(
    '/v1/webhooks/:webhookPublicId/recover',
    {
      config: { json: { schema: RecoverBody } },
      schema: {
        ...COMMON,
        operationId: 'recoverDeliveries',
        summary: 'Send again all that failed since a time',
        description:
          'They are taken up oldest first, and arrive in any order. What happened while the endpoint was disabled is among it; test events are not.',
        response: { 202: replies('What is being sent again.', Recovery), ...SEND_ERRORS },
      },
    },
    async (request, reply): Promise<Recovery> => {
      const webhook = foundWebhook(await findWebhook(manager, webhookKey(request)));
      requireEnabled(webhook);
      const recovery = await recover(deps, request, webhook, readSince(await readRecover(request)));
      reply.code(202);
      return recovery;
    },
  );
}

type WebhookRequest = FastifyRequest<{ Params: { webhookPublicId: string } }>;

/** Starts the delivery and answers 202: the row is pending by now, so if the start fails, the reconciler repeats it. */
async function start(
  { workflows }: Deps,
  request: WebhookRequest,
  reply: FastifyReply,
  sent: DeliveryOfEvent,
): Promise<Delivery> {
  const { webhookPublicId } = request.params;
  const accountPublicId = accountOf(request).publicId;
  const input = { deliveryId: sent.delivery.id, endpointPublicId: webhookPublicId, accountPublicId };
  await workflows.startDelivery(input, request.id);
  reply.code(202);
  return presentDelivery(sent, webhookPublicId);
}

function readSince({ since }: RecoverBody): Date {
  const time = new Date(since);
  // a leap second is valid RFC 3339 but not a valid Date
  if (Number.isNaN(time.getTime())) throw invalid('since', 'invalid_format', 'since: this time cannot be read');
  if (time.getTime() > Date.now()) throw invalid('since', 'in_the_future', 'since: is in the future');
  if (time.getTime() < Date.now() - MAX_RECOVERY_DAYS * DAY_MS - LATE_MS)
    throw invalid('since', 'too_old', `since: at most ${MAX_RECOVERY_DAYS} days ago`, { maxDays: MAX_RECOVERY_DAYS });
  return time;
}

async function recover(
  { dataSource: { manager }, workflows }: Deps,
  request: WebhookRequest,
  { id: endpointId, publicId }: WebhookEndpoint,
  since: Date,
): Promise<Recovery> {
  const { deliveries, until } = await countFailed(manager, { endpointId, since });
  const times = { since: since.toISOString(), until: until.toISOString() };
  const accountPublicId = accountOf(request).publicId;
  const input = { endpointPublicId: publicId, accountPublicId, ...times, requestId: request.id };
  if (!(await workflows.startRecovery(input)))
    throw new ServiceError('CONFLICT', 'Deliveries of this webhook are being recovered already.', {
      reason: 'under_way',
    });
  return { webhookPublicId: publicId, ...times, deliveries };
}
