import type { DeliveriesRequest, DeliveryInput } from '../workflows/messages.js';

/** An activity's result for a run: without its deliveries unless the run starts them. */
export function withRequestedDeliveries<Answer extends { deliveries?: DeliveryInput[] }>(
  { startsDeliveries = false }: DeliveriesRequest,
  { deliveries, ...answer }: Answer,
): Omit<Answer, 'deliveries'> & { deliveries?: DeliveryInput[] } {
  return startsDeliveries && deliveries ? { ...answer, deliveries } : answer;
}
