import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../../ui/api/client.ts';
import { BallLine } from '../../../../ui/parts/ball.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { UnreadBadge, VisuallyHidden } from '../../../../ui/parts/chips.tsx';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../../ui/parts/link.tsx';
import { StatusText } from '../../../../ui/parts/status.tsx';
import type { ListRow, StatusView } from '../../contract.ts';
import { sideOfBall, statusDisplay } from '../shared/status-display.ts';
import { ReviewDue } from '../shared/review-due.tsx';
import { Failed } from '../shared/states.tsx';
import { rowPath } from './columns.tsx';
import { countsOf, pagesOf, type ListScope } from './list-source.ts';
import type { FilterQuery, Query } from './search.ts';
import styles from './board.module.css';

const FIRST = 25;

/** What the list holds, by status in the order of the lifecycle: each status a column of its own, soonest due first. */
export default function Board({
  place,
  filter,
  tab,
  empty,
}: {
  place: ListScope;
  filter: FilterQuery;
  tab: NonNullable<Query['tab']>;
  /** Where nothing is under way, or nothing matches. */
  empty: ReactNode;
}) {
  const counts = useQuery({ ...countsOf(place, { ...filter, by_status: true }), placeholderData: keepPreviousData });
  if (counts.isError && !counts.data)
    return (
      <div className={styles.none}>
        <Failed what="The board" error={counts.error as ApiError} onRetry={() => void counts.refetch()} />
      </div>
    );
  if (!counts.data) return <SkeletonRows rows={6} columns={[20, 20, 20, 20]} height={72} label="Loading the board" />;
  const wanted = filter.status === undefined ? null : new Set([filter.status].flat());
  const statuses = Object.entries(counts.data.statuses ?? {}).filter(
    ([status, count]) => count > 0 && (wanted === null || wanted.has(status)),
  );
  if (statuses.length === 0) return empty;
  return (
    <div className={styles.board}>
      {statuses.map(([status, count]) => (
        <Column
          key={status}
          place={place}
          filter={{ ...filter, status: [status], tab, sort: 'due' }}
          count={count}
          cap={counts.data.capped_at}
        />
      ))}
    </div>
  );
}

function Column({ place, filter, count, cap }: { place: ListScope; filter: Query; count: number; cap: number }) {
  const list = useInfiniteQuery({ ...pagesOf(place, filter, FIRST), placeholderData: keepPreviousData });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const status: StatusView | undefined = rows[0]?.status;
  // a tab may leave out a whole status
  if (list.data && rows.length === 0) return null;
  return (
    <section className={styles.column} aria-label={status?.label ?? 'Loading'}>
      <h2 className={styles.head}>
        {status ? <StatusText {...statusDisplay(status)} /> : null}
        <span className={styles.count}>{count >= cap ? `${cap}+` : count}</span>
      </h2>
      {list.isError && !list.data ? (
        <Failed what="This column" error={list.error as ApiError} onRetry={() => void list.refetch()} />
      ) : null}
      <ul>
        {rows.map((row) => (
          <Card key={row.id} row={row} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button size="sm" kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </section>
  );
}

function Card({ row }: { row: ListRow }) {
  return (
    <li className={styles.card}>
      <span className={styles.line}>
        <RouteLink href={rowPath(row)} className={styles.open}>
          {row.subject || row.number}
        </RouteLink>
        {row.unread > 0 ? (
          <span>
            <UnreadBadge count={row.unread} plain />
            <VisuallyHidden>{row.unread} unread messages</VisuallyHidden>
          </span>
        ) : null}
      </span>
      <span className={styles.sub}>{[row.number, row.expert?.label].filter(Boolean).join(', ')}</span>
      <BallLine seat={sideOfBall(row.ball)} yours={row.yours}>
        {row.act}
      </BallLine>
      {row.due ? <ReviewDue due={row.due} oneLine /> : null}
    </li>
  );
}
