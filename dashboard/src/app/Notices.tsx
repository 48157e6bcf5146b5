import '@mantine/core/styles/Notification.css';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';

/**
 * Where notices appear, one above the other in a corner. Loaded with the app: a notice takes back a deletion or tells that
 * code cannot be loaded, so its own must be there.
 */
export const Notices = () => <Notifications position="bottom-right" notificationMaxHeight={300} />;
