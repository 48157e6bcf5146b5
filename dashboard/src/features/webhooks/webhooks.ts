/** Webhook endpoints and their deliveries as queries. One prefix (`['webhooks']`) covers all. */
import { queryOptions } from '@tanstack/react-query';
import type { DeliveryDetail, DeliveryList } from '../../../../contract/delivery.js';
import type { DeliveryStatus } from '../../../../contract/vocabulary.js';
import type { Webhook, WebhookList } from '../../../../contract/webhook.js';
import { requestJson } from '../../shared/client.js';

const ADDRESS = '/v1/webhooks';
export const WEBHOOKS = ['webhooks'] as const;
const PAGE_SIZE = 20;
const POLL_MS = 5000;

export const webhookPath = (id?: string, rest = ''): string =>
  id === undefined ? ADDRESS : `${ADDRESS}/${encodeURIComponent(id)}${rest}`;

export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS, 'list'],
  queryFn: ({ signal }) => requestJson<WebhookList>(webhookPath(), { signal }),
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS, id],
    queryFn: ({ signal }) => requestJson<Webhook>(webhookPath(id), { signal }),
  });

/** Deliveries of an endpoint, latest first. Asked for again while one is under way. */
export const deliveriesQuery = (id: string, { page, status }: { page: number; status: DeliveryStatus | null }) =>
  queryOptions({
    queryKey: [...WEBHOOKS, id, 'deliveries', { page, status }],
    queryFn: ({ signal }) =>
      requestJson<DeliveryList>(
        webhookPath(id, `/deliveries?page=${page}&limit=${PAGE_SIZE}${status === null ? '' : `&status=${status}`}`),
        { signal },
      ),
    refetchInterval: POLL_MS,
  });

export const deliveryQuery = (id: string, delivery: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS, id, 'delivery', delivery],
    queryFn: ({ signal }) =>
      requestJson<DeliveryDetail>(webhookPath(id, `/deliveries/${encodeURIComponent(delivery)}`), { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
  });

/** What is wrong with the address of an endpoint as far as a browser can tell; null when nothing is. */
export function urlProblem(text: string): string | null {
  if (text === '') return null;
  if (!URL.canParse(text)) return 'This is no address yet: it begins with https://';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'The address begins with https://';
  if (username !== '' || password !== '') return 'An address with a user name or password is refused.';
  return null;
}
