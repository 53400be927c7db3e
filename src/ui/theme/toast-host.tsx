import '@mantine/notifications/styles.layer.css';
import { Notifications, useNotifications } from '@mantine/notifications';
import { useRef } from 'react';
import { useFreePlace } from '../parts/use-free-place.ts';
import { Themed } from './themed.tsx';
import styles from './toasts.module.css';

/** The toast corner, loaded with the first toast: in the header or the nearest free place, one at a time, six seconds, kept while hovered. */
export default function ToastHost() {
  const corner = useRef<HTMLDivElement>(null);
  const { notifications } = useNotifications();
  useFreePlace(corner, notifications.length > 0);
  return (
    <Themed>
      <section aria-label="Done just now">
        <div ref={corner} className={styles.corner}>
          <Notifications
            withinPortal={false}
            position="top-left"
            autoClose={6000}
            limit={1}
            containerWidth="100%"
            pauseResetOnHover="all"
            transitionDuration={0}
            classNames={{ root: styles.stack ?? '' }}
          />
        </div>
      </section>
    </Themed>
  );
}
