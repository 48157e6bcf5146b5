import { Alert } from '@mantine/core';
import { formatCount } from '../../shared/format.js';
import { useSeconds } from '../../shared/ui/use-seconds.js';

/** That changes wait because the service takes only so many a minute; none is lost. */
export function KeptLater({ until }: { until: number }) {
  // draws it again each second
  useSeconds();
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
  return (
    <Alert color="yellow" role="status">
      So many changes a minute are more than the service takes. The last ones are kept in{' '}
      {formatCount(seconds, 'second')}; stay on this page until then.
    </Alert>
  );
}
