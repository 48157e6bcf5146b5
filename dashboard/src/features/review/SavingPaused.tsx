import { Alert } from '@mantine/core';
import { formatCount } from '../../shared/format.js';
import { useSeconds } from '../../shared/ui/use-seconds.js';

/** Says that saving pauses because the service limits changes per minute; none is lost. */
export function SavingPaused({ until }: { until: number }) {
  // renders again each second
  useSeconds();
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
  return (
    <Alert color="yellow" role="status">
      You made more changes than the service takes in a minute. The last ones are saved in{' '}
      {formatCount(seconds, 'second')}; stay on this page until then.
    </Alert>
  );
}
