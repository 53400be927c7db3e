import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { plural } from '../../../core/phrases.ts';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { query, queryKey } from '../../../ui/api/hooks.ts';
import { useLiveEvent, useReconnected } from '../../../ui/live/hooks.ts';
import { VisuallyHidden } from '../../../ui/parts/chips.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { Disclosure } from '../../../ui/shell/disclosure.tsx';
import { notificationEndpoints as E } from '../contract.ts';
import styles from './notifications.module.css';

const NoticeList = lazyPart(async () => ({ default: (await import('./notice-list.tsx')).NoticeList }));

/**
 * The bell in the header: how much there is unread, and the list under it. `zone`: the reader's. `folded`:
 * the notes that have no line on this page, above the list, and how many of them somebody told.
 */
export function Bell({ zone, folded }: { zone: string; folded: { told: number; notes: ReactNode } }) {
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
          <VisuallyHidden>{label(unread, folded.told)}</VisuallyHidden>
          {unread + folded.told > 0 ? (
            <span className={cx(styles.count, unread === 0 && styles.note)} aria-hidden>
              {unread > 0 ? (unread > 99 ? '99+' : unread) : null}
            </span>
          ) : null}
        </>
      }
    >
      {(open) =>
        open ? (
          <>
            {folded.notes}
            <Suspense fallback={<SkeletonRows rows={3} />}>
              <NoticeList zone={zone} unread={unread} />
            </Suspense>
          </>
        ) : null
      }
    </Disclosure>
  );
}

const label = (unread: number, told: number): string =>
  [
    'Notifications',
    ...(unread > 0 ? [`${unread > 99 ? 'more than 99' : unread} unread`] : []),
    ...(told > 0 ? [plural(told, 'announcement')] : []),
  ].join(', ');
