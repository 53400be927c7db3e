import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { Themed } from './themed.tsx';

/** The toast corner, loaded with the first toast: bottom left, six seconds, kept while hovered. */
export default function ToastHost() {
  return (
    <Themed>
      <section aria-label="Done just now">
        <Notifications
          withinPortal={false}
          position="bottom-left"
          autoClose={6000}
          limit={3}
          containerWidth={416}
          pauseResetOnHover="all"
          transitionDuration={160}
        />
      </section>
    </Themed>
  );
}
