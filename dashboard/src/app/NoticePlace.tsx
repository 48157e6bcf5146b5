import '@mantine/core/styles/Notification.css';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';

/** The notices, one above the other in a corner. */
export default function NoticePlace() {
  return <Notifications position="bottom-right" notificationMaxHeight={300} />;
}
