import { useNotifications } from '@mantine/notifications';
import { Suspense, useState } from 'react';
import { lazyPart } from '../shared/reload-once.js';

const NoticePlace = lazyPart(() => import('./NoticePlace.js'));

/** Where notices appear. Its code is loaded with the first of them. */
export function Notices() {
  const { notifications } = useNotifications();
  const [isWanted, setWanted] = useState(false);
  if (!isWanted && notifications.length > 0) setWanted(true);
  return isWanted ? (
    <Suspense fallback={null}>
      <NoticePlace />
    </Suspense>
  ) : null;
}
