import { IconCheck } from '@tabler/icons-react';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { Out } from '../../../core/endpoint.ts';
import { type ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { capital } from '../../../core/phrases.ts';
import { IconButton, TextButton } from '../../../ui/parts/button.tsx';
import { VisuallyHidden } from '../../../ui/parts/chips.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { formatInstant, formatNear } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { notificationEndpoints as E, type NotificationView } from '../contract.ts';
import styles from './notifications.module.css';

type Page = Out<typeof E.list>;

/** What one was told, newest first, with the ways to it and to having read it. */
export function NoticeList({ zone, unread }: { zone: string; unread: number }) {
  const now = useNow(60_000);
  const list = useInfiniteQuery<Page, ApiError, InfiniteData<Page>, ReturnType<typeof queryKey>, string | undefined>({
    queryKey: queryKey(E.list, { query: { limit: 15 } }),
    queryFn: ({ pageParam, signal }) => call(E.list, { query: { limit: 15, cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const refresh = [E.list, E.unread];
  const read = useCommand(E.read, { refresh });
  const readAll = useCommand(E.readAll, { refresh });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const newest = rows[0];

  return (
    <section aria-labelledby="notifications-title">
      <div className={styles.head}>
        <h2 id="notifications-title" className={styles.title}>
          Notifications
        </h2>
        {unread > 0 && newest ? (
          <TextButton onClick={() => readAll.mutate({ body: { up_to: newest.id } })}>Mark all as read</TextButton>
        ) : null}
      </div>
      {list.isPending ? <SkeletonRows rows={3} /> : null}
      <Failure error={list.error} what="The notifications could not be loaded" onRetry={() => void list.refetch()} />
      <Failure error={read.error ?? readAll.error} what="They could not be marked as read" />
      {list.isSuccess && rows.length === 0 ? (
        <p className={styles.none}>Nothing yet. What needs you, or would interest you, appears here.</p>
      ) : null}
      {rows.length > 0 ? (
        <>
          {byReview(rows).map(({ key, review, notices }) => (
            <div key={key}>
              {review ? (
                <h3 className={styles.about}>
                  <b>{review.number}</b> {review.subject}
                </h3>
              ) : null}
              <ul className={styles.list} aria-label={review ? `About ${review.number}` : undefined}>
                {notices.map((row) => (
                  <Row
                    key={row.id}
                    row={row}
                    zone={zone}
                    now={now}
                    onRead={() => read.mutate({ params: { id: row.id } })}
                  />
                ))}
              </ul>
            </div>
          ))}
        </>
      ) : null}
      <div className={styles.foot}>
        {list.hasNextPage ? (
          <TextButton disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show earlier ones
          </TextButton>
        ) : (
          <span />
        )}
        <RouteLink href="/account/notifications" className={styles.choose}>
          Choose what comes by e-mail
        </RouteLink>
      </div>
    </section>
  );
}

/** Notices of one review together, where the newest of them stands. */
function byReview(rows: readonly NotificationView[]) {
  const groups = new Map<string, { key: string; review: NotificationView['review']; notices: NotificationView[] }>();
  for (const row of rows) {
    const key = row.review ? `review-${row.review.id}` : `notice-${row.id}`;
    const group = groups.get(key) ?? { key, review: row.review, notices: [] };
    group.notices.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Under the review's own line its number is not said again: "Times to choose from". */
function words({ title, review }: NotificationView): string {
  const after = review && title.startsWith(`${review.number}: `) ? title.slice(review.number.length + 2) : title;
  return capital(after);
}

function Row({ row, zone, now, onRead }: { row: NotificationView; zone: string; now: number; onRead: () => void }) {
  const isNew = row.read_at === null;
  return (
    <li className={cx(styles.row, isNew && styles.fresh)}>
      <RouteLink href={row.link} className={styles.link} onClick={isNew ? onRead : undefined}>
        <span className={styles.says}>
          {isNew ? <VisuallyHidden>Unread: </VisuallyHidden> : null}
          {words(row)}
        </span>
        {row.at ? (
          <span className={styles.at}>
            {row.at_label}: {formatInstant(row.at, { zone, now })}
          </span>
        ) : null}
        <time dateTime={row.created_at} className={styles.when}>
          Sent: {formatNear(row.created_at, { zone, now })}
        </time>
        {isNew && row.act ? <span className={styles.act}>{row.act}</span> : null}
      </RouteLink>
      {isNew ? (
        <IconButton label={`Mark as read: ${row.title}`} onClick={onRead}>
          <IconCheck stroke={1.75} />
        </IconButton>
      ) : null}
    </li>
  );
}
