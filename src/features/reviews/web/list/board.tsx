import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../../ui/api/client.ts';
import { BallLine } from '../../../../ui/parts/ball.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { UnreadBadge, VisuallyHidden } from '../../../../ui/parts/chips.tsx';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../../ui/parts/link.tsx';
import { StatusText } from '../../../../ui/parts/status.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { ListRow } from '../../contract.ts';
import { sideOfBall, statusDisplay } from '../shared/status-display.ts';
import { ReviewDue } from '../shared/review-due.tsx';
import { Failed } from '../shared/states.tsx';
import { rowPath } from './columns.tsx';
import { lanesOf, laneTitle } from './groups.ts';
import { countsOf, pagesOf, type ListScope } from './list-source.ts';
import type { FilterQuery, Query } from './search.ts';
import styles from './board.module.css';

const FIRST = 25;

/** What the list holds, in lanes by whose move it is: the reader's own first, in each the soonest due on top. */
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
  const { side } = useViewer();
  const counts = useQuery({ ...countsOf(place, filter), placeholderData: keepPreviousData });
  if (counts.isError && !counts.data)
    return (
      <div className={styles.none}>
        <Failed what="The board" error={counts.error as ApiError} onRetry={() => void counts.refetch()} />
      </div>
    );
  if (!counts.data)
    return (
      <div className={styles.board}>
        <div className={styles.arriving}>
          <SkeletonRows rows={6} columns={[20, 20, 20, 20]} height={72} label="Loading the board" />
        </div>
      </div>
    );
  const { balls, tabs, capped_at } = counts.data;
  const lanes = lanesOf(side, filter.ball).filter((holder) => tab !== 'active' || balls[holder] > 0);
  if (lanes.length === 0 || tabs[tab] === 0) return empty;
  return (
    <div className={styles.board}>
      {lanes.map((holder) => (
        <Lane
          key={holder}
          place={place}
          filter={{ ...filter, ball: [holder], tab, sort: 'due' }}
          title={laneTitle(holder, side)}
          // under another tab than all that is active, what is counted is not what is shown
          count={tab === 'active' ? balls[holder] : null}
          cap={capped_at}
        />
      ))}
    </div>
  );
}

function Lane({
  place,
  filter,
  title,
  count,
  cap,
}: {
  place: ListScope;
  filter: Query;
  title: string;
  count: number | null;
  cap: number;
}) {
  const list = useInfiniteQuery({ ...pagesOf(place, filter, FIRST), placeholderData: keepPreviousData });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  // a tab may leave out a whole lane
  if (list.data && rows.length === 0) return null;
  const shown = count ?? rows.length;
  return (
    <section className={styles.column} aria-label={title}>
      <h2 className={styles.head}>
        {title}
        <span className={styles.count}>
          {shown >= cap ? `${cap}+` : count === null && list.hasNextPage ? `${shown}+` : shown}
        </span>
      </h2>
      {list.isError && !list.data ? (
        <Failed what="This lane" error={list.error as ApiError} onRetry={() => void list.refetch()} />
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
      <StatusText {...statusDisplay(row.status)} />
      <BallLine seat={sideOfBall(row.ball)} yours={row.yours}>
        {row.act}
      </BallLine>
      {row.due ? <ReviewDue due={row.due} oneLine /> : null}
    </li>
  );
}
