/** Webhook endpoints: where an account wants its events sent. */
import { Type, type Static } from 'typebox';
import { nullable, ref, Timestamp } from './common.js';
import { DISABLED_REASONS, MAX_WEBHOOK_URL_CHARS, SHELF_EVENTS } from './vocabulary.js';

const ID_EXAMPLE = 'wh_0123456789abcdef01234567';
const URL_EXAMPLE = 'https://hooks.example.com/shelves';

export const WebhookId = Type.String({
  pattern: '^wh_[0-9a-f]{24}$',
  description: 'publicId of the endpoint.',
  examples: [ID_EXAMPLE],
});
export const WebhookParams = Type.Object({ webhookPublicId: WebhookId });

const Url = Type.String({
  maxLength: MAX_WEBHOOK_URL_CHARS,
  description: 'Absolute, https, port 443, without user or password; all that its host resolves to is public.',
  examples: [URL_EXAMPLE],
});
const Events = Type.Array(Type.Enum([...SHELF_EVENTS]), {
  minItems: 1,
  maxItems: SHELF_EVENTS.length,
  uniqueItems: true,
  examples: [['shelf.ready', 'shelf.failed']],
});
/** More than there are, because duplicates are allowed. */
const MAX_EVENTS_NAMED = 100;
const WantedEvents = Type.Array(Type.Enum([...SHELF_EVENTS]), {
  minItems: 1,
  maxItems: MAX_EVENTS_NAMED,
  description: 'What is named twice counts once.',
  examples: [['shelf.ready', 'shelf.failed']],
});
const Secret = Type.String({
  pattern: '^whsec_',
  description: 'Key of the signatures as it is, not decoded. It is shown only this once.',
});

const shown = {
  publicId: WebhookId,
  userId: Type.String({ description: 'The owner.' }),
  url: Url,
  events: Events,
  enabled: Type.Boolean({
    description: 'A disabled endpoint receives nothing; events in the meantime can be recovered.',
  }),
  disabledReason: nullable(
    Type.Enum([...DISABLED_REASONS], {
      description:
        '`by_owner`: by a PATCH; `gone`: it answered 410; `failing`: five days of nothing but failures. Null while enabled.',
    }),
  ),
  createdAt: Timestamp,
};
const example = {
  publicId: ID_EXAMPLE,
  userId: 'usr_0123456789abcdef01234567',
  url: URL_EXAMPLE,
  events: ['shelf.ready', 'shelf.failed'],
  enabled: true,
  disabledReason: null,
  createdAt: '2026-01-02T03:04:05.678Z',
};
const SECRET_EXAMPLE = 'whsec_8f3k...';

export const Webhook = Type.Object(shown, {
  $id: 'Webhook',
  description: 'An endpoint without its secret.',
  examples: [example],
});
export type Webhook = Static<typeof Webhook>;

export const WebhookList = Type.Array(ref(Webhook), {
  $id: 'WebhookList',
  description: 'All endpoints of the account, newest first.',
  examples: [[example]],
});
export type WebhookList = Static<typeof WebhookList>;

export const CreatedWebhook = Type.Object(
  { ...shown, secret: Secret },
  { $id: 'CreatedWebhook', examples: [{ ...example, secret: SECRET_EXAMPLE }] },
);
export type CreatedWebhook = Static<typeof CreatedWebhook>;

export const RotatedSecret = Type.Object(
  { publicId: WebhookId, secret: Secret },
  { $id: 'RotatedSecret', examples: [{ publicId: ID_EXAMPLE, secret: SECRET_EXAMPLE }] },
);
export type RotatedSecret = Static<typeof RotatedSecret>;

export const WebhookBody = Type.Object(
  { url: Url, events: WantedEvents },
  { $id: 'WebhookBody', examples: [{ url: URL_EXAMPLE, events: ['shelf.ready', 'shelf.failed'] }] },
);
export type WebhookBody = Static<typeof WebhookBody>;

/** Unknown members are refused, because a misspelt change would otherwise seem to succeed. */
export const WebhookChange = Type.Partial(Type.Object({ url: Url, events: WantedEvents, enabled: Type.Boolean() }), {
  $id: 'WebhookChange',
  description: 'Fields that are left out stay unchanged; unknown ones are refused.',
  additionalProperties: false,
  examples: [{ events: ['shelf.ready'], enabled: true }],
});
export type WebhookChange = Static<typeof WebhookChange>;
