/** Webhook endpoints and their deliveries as queries. One prefix (`['webhooks']`) covers all. */
import { queryOptions } from '@tanstack/react-query';
import type { DeliveryStatus } from '../../../../contract/vocabulary.js';
import { readWebhookUrl } from '../../../../contract/webhook-url.js';
import { api, messageOf } from '../../shared/client.js';

export const WEBHOOKS = ['webhooks'] as const;
const PAGE_SIZE = 20;
/** How often an endpoint's deliveries are asked for while one is under way. */
const POLL_MS = 5000;
/** And while none is: reads are counted (LIMIT_READS_PER_MINUTE), and an account may have many endpoints. */
export const IDLE_POLL_MS = 60_000;

export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS, 'list'],
  queryFn: ({ signal }) => api.listWebhooks({ signal }),
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS, id],
    queryFn: ({ signal }) => api.getWebhook({ webhookPublicId: id }, { signal }),
  });

/** Deliveries of an endpoint, latest first. Asked for again, soon while one is under way. */
export const deliveriesQuery = (id: string, { page, status }: { page: number; status: DeliveryStatus | null }) =>
  queryOptions({
    queryKey: [...WEBHOOKS, id, 'deliveries', { page, status }],
    queryFn: ({ signal }) =>
      api.listDeliveries(
        { webhookPublicId: id, page, limit: PAGE_SIZE, ...(status !== null && { status }) },
        { signal },
      ),
    refetchInterval: ({ state }) =>
      state.data?.data.some((delivery) => delivery.status === 'pending') ? POLL_MS : IDLE_POLL_MS,
  });

export const deliveryQuery = (id: string, delivery: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS, id, 'delivery', delivery],
    queryFn: ({ signal }) => api.getDelivery({ webhookPublicId: id, deliveryId: delivery }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
  });

/**
 * What is wrong with the address of an endpoint, by the rules of the service as far as its text tells; null when nothing
 * is. Whether `http` to this machine is allowed, and where a name leads, only the service knows.
 */
export function urlProblem(text: string): string | null {
  if (text === '') return null;
  try {
    readWebhookUrl(text, { production: false });
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
