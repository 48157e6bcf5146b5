/** Deliveries: what was sent to a webhook endpoint, and the outcome. */
import { Type, type Static, type TObject } from 'typebox';
import { listExample, nullable, PAGE, Pagination, ref, SHELF_ID_PATTERN, strict, Timestamp } from './common.js';
import { DELIVERY_STATUSES, MAX_ATTEMPTS_SHOWN, SHELF_EVENTS } from './vocabulary.js';
import { WebhookId, WebhookParams } from './webhook.js';

const ID_EXAMPLE = 'dlv_0123456789abcdef01234567';

const DeliveryId = Type.String({
  pattern: '^dlv_[0-9a-f]{24}$',
  description: 'publicId of the delivery.',
  examples: [ID_EXAMPLE],
});
export const DeliveryParams = Type.Object({ ...WebhookParams.properties, deliveryId: DeliveryId });

const Status = Type.Enum([...DELIVERY_STATUSES], {
  description: '`pending`: the first attempt or a further one is to come; `failed`: none is.',
  examples: ['failed'],
});

const query = Type.Object({ ...PAGE, status: Type.Optional(Status) });
export const DeliveryQuery = strict(Type.Unsafe<Static<typeof query>>(Type.Partial(query as TObject)));

const shown = {
  publicId: DeliveryId,
  webhookPublicId: WebhookId,
  eventId: Type.String({
    pattern: '^evt_[0-9a-f]{24}$',
    description: 'The `webhook-id`: the same at all endpoints, attempts and redeliveries.',
  }),
  event: Type.Enum([...SHELF_EVENTS, 'webhook.ping']),
  shelfPublicId: nullable(Type.String({ pattern: SHELF_ID_PATTERN, description: 'Null for a ping.' })),
  status: Status,
  attemptCount: Type.Integer({ minimum: 0, description: 'Attempts so far; a redelivery continues the count.' }),
  nextAttemptAt: nullable(
    Type.String({ format: 'date-time', description: 'Null at rest, and before the first attempt.' }),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};
const example = {
  publicId: ID_EXAMPLE,
  webhookPublicId: 'wh_0123456789abcdef01234567',
  eventId: 'evt_0123456789abcdef01234567',
  event: 'shelf.ready',
  shelfPublicId: 'shf_0123456789abcdef01234567',
  status: 'succeeded',
  attemptCount: 1,
  nextAttemptAt: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:06.012Z',
};

export const Delivery = Type.Object(shown, {
  $id: 'Delivery',
  description: 'One event on its way to one endpoint.',
  examples: [example],
});
export type Delivery = Static<typeof Delivery>;

export const DeliveryList = Type.Object(
  { data: Type.Array(ref(Delivery)), pagination: ref(Pagination) },
  { $id: 'DeliveryList', description: 'Newest first.', examples: [listExample(Delivery)] },
);
export type DeliveryList = Static<typeof DeliveryList>;

const attemptExample = {
  number: 1,
  startedAt: '2026-01-02T03:04:05.801Z',
  durationMs: 184,
  statusCode: 200,
  error: null,
  responseText: 'ok',
};

export const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'The `webhook-attempt`.' }),
    startedAt: Timestamp,
    durationMs: Type.Integer({ minimum: 0 }),
    statusCode: nullable(Type.Integer({ description: 'Of the reply; null when there was none.' })),
    error: nullable(
      Type.String({
        description: 'Why there was no valid reply: snake_case. Null if there was one.',
      }),
    ),
    responseText: nullable(Type.String({ description: 'Up to 4 KiB of the reply.' })),
  },
  {
    $id: 'DeliveryAttempt',
    description: 'One request to the endpoint.',
    examples: [attemptExample],
  },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

export const DeliveryDetail = Type.Object(
  {
    ...shown,
    body: Type.String({ description: 'What is sent, to the byte, in UTF-8.' }),
    attempts: Type.Array(ref(DeliveryAttempt), {
      maxItems: MAX_ATTEMPTS_SHOWN,
      description: `First to last; of more than ${MAX_ATTEMPTS_SHOWN} the latest.`,
    }),
  },
  {
    $id: 'DeliveryDetail',
    examples: [
      {
        ...example,
        body: '{"event":"shelf.ready","timestamp":"2026-01-02T03:04:05.678Z","shelfPublicId":"shf_0123456789abcdef01234567","data":{}}',
        attempts: [attemptExample],
      },
    ],
  },
);
export type DeliveryDetail = Static<typeof DeliveryDetail>;

export const RecoverBody = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      description: 'At most 14 days ago. What failed from then on is sent, however old its event is.',
      examples: ['2026-01-02T03:04:05.678Z'],
    }),
  },
  { $id: 'RecoverBody', examples: [{ since: '2026-01-02T03:04:05.678Z' }] },
);
export type RecoverBody = Static<typeof RecoverBody>;

export const Recovery = Type.Object(
  {
    webhookPublicId: WebhookId,
    since: Timestamp,
    until: Timestamp,
    deliveries: Type.Integer({
      minimum: 0,
      description: 'Deliveries that failed in that time and are `failed` when the recovery begins.',
    }),
  },
  {
    $id: 'Recovery',
    description: 'Failed deliveries that are sent again.',
    examples: [
      {
        webhookPublicId: 'wh_0123456789abcdef01234567',
        since: '2026-01-02T03:04:05.678Z',
        until: '2026-01-04T09:00:00.000Z',
        deliveries: 12,
      },
    ],
  },
);
export type Recovery = Static<typeof Recovery>;
