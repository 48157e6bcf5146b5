import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Webhook } from '../../../../contract/webhook.js';
import { deliveriesQuery, IDLE_POLL_MS } from './webhooks.js';

const REASONS = {
  by_owner: 'switched off',
  gone: 'off: it answered 410',
  failing: 'off: five days of failures',
} as const;

/** Whether an endpoint takes what is sent, judged by its last deliveries. */
export function Health({ webhook: { publicId, enabled, disabledReason } }: { webhook: Webhook }) {
  // the list has one of these for each endpoint; where deliveries are shown, those who show them ask more often
  const latest = useQuery({
    ...deliveriesQuery(publicId, { page: 1, status: null }),
    enabled,
    refetchInterval: IDLE_POLL_MS,
  });
  if (!enabled)
    return (
      <Badge color="gray" variant="dot">
        {disabledReason === null ? 'off' : REASONS[disabledReason]}
      </Badge>
    );
  const ended = (latest.data?.data ?? []).filter(({ status }) => status !== 'pending');
  const failed = ended.filter(({ status }) => status === 'failed').length;
  if (!latest.data) return null;
  if (ended.length === 0) {
    const retried = latest.data.data.some(({ attemptCount }) => attemptCount > 0);
    return (
      <Badge color={retried ? 'yellow' : 'blue'} variant="dot">
        {retried ? 'does not answer yet' : 'nothing sent yet'}
      </Badge>
    );
  }
  return (
    <Badge color={failed === 0 ? 'green' : failed === ended.length ? 'red' : 'yellow'} variant="dot">
      {failed === 0 ? 'healthy' : `${failed} of ${ended.length} failed`}
    </Badge>
  );
}
