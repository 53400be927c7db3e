import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { query, queryKey } from '../../../ui/api/hooks.ts';
import { useLiveEvent, useReconnected } from '../../../ui/live/hooks.ts';
import { VisuallyHidden } from '../../../ui/parts/chips.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { Disclosure } from '../../../ui/shell/disclosure.tsx';
import { notificationEndpoints as E } from '../contract.ts';
import styles from './notifications.module.css';

const NoticeList = lazyPart(async () => ({ default: (await import('./notice-list.tsx')).NoticeList }));

/** The bell in the header: a dot when there is something unread, and the list under it. `zone`: the reader's. */
export function Bell({ zone }: { zone: string }) {
  const client = useQueryClient();
  const { data } = useQuery({ ...query(E.unread, {}), retry: false });
  const unread = data?.unread ?? 0;
  const refresh = (): void => {
    for (const endpoint of [E.unread, E.list]) void askAgain(client, { queryKey: queryKey(endpoint) });
  };
  useLiveEvent('notifications.changed', refresh);
  useReconnected(refresh);
  return (
    <Disclosure
      end
      closesOn="a"
      className={styles.bell}
      panelClassName={styles.panel}
      button={
        <>
          <IconBell size={18} stroke={1.75} aria-hidden />
          <VisuallyHidden>{label(unread)}</VisuallyHidden>
          {unread > 0 ? <span className={styles.dot} aria-hidden /> : null}
        </>
      }
    >
      {(open) =>
        open ? (
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <NoticeList zone={zone} unread={unread} />
          </Suspense>
        ) : null
      }
    </Disclosure>
  );
}

const label = (unread: number): string =>
  unread === 0 ? 'Notifications' : `Notifications, ${unread > 99 ? 'more than 99' : unread} unread`;
