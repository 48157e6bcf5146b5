import type { DeliveriesRequest, DeliveryInput } from '../workflows/messages.js';

/** The answer to a run, without deliveries for one that does not start them. */
export function withRequestedDeliveries<Answer extends { deliveries?: DeliveryInput[] }>(
  { startsDeliveries = false }: DeliveriesRequest,
  { deliveries, ...answer }: Answer,
): Omit<Answer, 'deliveries'> & { deliveries?: DeliveryInput[] } {
  return startsDeliveries && deliveries ? { ...answer, deliveries } : answer;
}
