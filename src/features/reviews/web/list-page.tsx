import { IconFilter, IconFolderOpen, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isStaff } from '../../../core/actor.ts';
import { BUILT_KINDS, KINDS, type Kind } from '../../../core/kinds.ts';
import { type ApiError, call } from '../../../ui/api/client.ts';
import { query, queryKey } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { Dialog } from '../../../ui/parts/dialog.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { zoneCity, zoneShort } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { countReviews, listReviews } from '../contract.ts';
import { Chips, Filters } from './list/filters.tsx';
import { ListEmpty } from './list/list-empty.tsx';
import { type HomeTab, ListTabs, type Pages } from './list/list-tabs.tsx';
import { NewReviewButton } from './list/new-review.tsx';
import { ReviewTable } from './list/review-table.tsx';
import { cleared, filtersOn, listQuery, type ListSearch, readListSearch, writeListSearch } from './list/search.ts';
import { Failed } from './shared/states.tsx';
import { useReviewsLive } from './shared/use-live.ts';
import styles from './list/list.module.css';

const PAGE = 25;

/** One list: which kind, spread over which pages, for whom. */
interface Place {
  kind: Kind;
  pages: Pages;
  /** What the list is called, alone and after "Completed". */
  label: string;
}
const ofKind = (kind: Kind): Place => ({
  kind,
  pages: { active: KINDS[kind].list_path, completed: KINDS[kind].completed_path },
  label: KINDS[kind].label,
});
// the kinds there are; a dashboard is about the one the list below can show
const [KIND = 'Case'] = BUILT_KINDS;
const EXPERT: Place = {
  kind: KIND,
  pages: { active: '/active-reviews', completed: '/completed-reviews' },
  label: 'reviews',
};
const ADMIN: Place = {
  kind: KIND,
  pages: {
    active: '/admin-active-reviews',
    inactive: '/admin-inactive-reviews',
    completed: '/admin-completed-reviews',
  },
  label: 'reviews',
};

/** The kind whose list stands at this address. */
function usePlace(): Place {
  const path = useLocation({ select: (l) => l.pathname });
  const kind = BUILT_KINDS.find((one) => KINDS[one].list_path === path || KINDS[one].completed_path === path);
  return ofKind(kind ?? 'Case');
}

/** Open reviews of one kind: drafts and everything under way. */
export function KindListPage() {
  const place = usePlace();
  return <ReviewList key={place.kind} place={place} tab="active" />;
}

/** Reviews of one kind that ended: closed, transferred, cancelled. */
export function CompletedKindListPage() {
  const place = usePlace();
  return <ReviewList key={place.kind} place={place} tab="completed" />;
}

/** What an expert, or an assistant for theirs, has under way. */
export function ActiveReviewsPage() {
  return <ReviewList place={EXPERT} tab="active" />;
}

export function CompletedReviewsPage() {
  return <ReviewList place={EXPERT} tab="completed" />;
}

/** What a customer admin's organization and those below it have under way. */
export function AdminActiveReviewsPage() {
  return <ReviewList place={ADMIN} tab="active" />;
}

/** What rests there: old drafts, unanswered questions, on hold, cancelled. */
export function AdminInactiveReviewsPage() {
  return <ReviewList place={ADMIN} tab="inactive" />;
}

export function AdminCompletedReviewsPage() {
  return <ReviewList place={ADMIN} tab="completed" />;
}

/** One list. Tab, order and every filter stand in the address; whose reviews they are the server knows. */
function ReviewList({ place, tab: home }: { place: Place; tab: HomeTab }) {
  const { kind, pages } = place;
  const viewer = useViewer();
  const navigate = useNavigate();
  const raw = useSearch({ strict: false });
  const search = readListSearch(raw, home);
  const [sheet, setSheet] = useState(false);
  const completed = search.tab === 'completed';
  const filter = listQuery(search);
  useReviewsLive();

  const list = useInfiniteQuery({
    queryKey: [...queryKey(listReviews, { kind, query: { ...filter, tab: search.tab, sort: search.sort } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listReviews, {
        kind,
        signal,
        query: {
          ...filter,
          tab: search.tab,
          sort: search.sort,
          limit: PAGE,
          ...(pageParam ? { cursor: pageParam } : {}),
        },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  });
  const counts = useQuery({ ...query(countReviews, { kind, query: filter }), placeholderData: keepPreviousData });

  const change = (next: ListSearch, replace = false) =>
    void navigate({ to: '.', search: writeListSearch(next, home) as never, replace });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const total = counts.data?.tabs[search.tab];
  const grouped = search.sort === 'due' && !completed;
  const isReviewing = place === EXPERT;
  const title = titleOf(place, home);

  return (
    <div className={styles.page}>
      <div className={styles.title}>
        <h1 tabIndex={-1}>{title}</h1>
        <div className={styles.acts}>
          {place === ADMIN && home === 'active' ? (
            <ButtonLink href="/account/invitations">Invite a person</ButtonLink>
          ) : null}
          <NewReviewButton kind={kind} ability={isReviewing ? null : (counts.data?.create ?? null)} />
        </div>
      </div>
      <ListTabs pages={pages} search={search} counts={counts.data ?? null} />
      <div className={styles.bar}>
        <Filters search={search} onChange={change} completed={completed} />
        <div className={styles.phoneFilters}>
          <Button icon={<IconFilter stroke={1.75} />} onClick={() => setSheet(true)}>
            {filtersOn(search) > 0 ? `Filters ${filtersOn(search)}` : 'Filters'}
          </Button>
        </div>
        {grouped ? <span className={styles.grouping}>Grouped by who has the ball</span> : null}
      </div>
      {sheet ? (
        <Dialog title="Filters" closeLabel="Close filters" place="bottom" onClose={() => setSheet(false)}>
          <div className={styles.sheet}>
            <Chips search={search} onChange={change} completed={completed} />
            <Button kind="quiet" onClick={() => change(cleared(search))}>
              Clear all
            </Button>
          </div>
        </Dialog>
      ) : null}
      {list.isError && !list.data ? (
        <div className={styles.state}>
          <Failed what="The list" error={list.error as ApiError} onRetry={() => void list.refetch()} />
        </div>
      ) : list.isPending ? (
        <div className={styles.waiting}>
          <SkeletonRows rows={9} columns={[26, 18, 18, 22, 16]} height={52} label="Loading the list" />
        </div>
      ) : rows.length === 0 ? (
        <div className={styles.state}>
          <ListEmpty kind={kind} search={search} onClear={() => change(cleared(search))} icon={<IconFolderOpen />} />
        </div>
      ) : (
        <>
          <ReviewTable
            label={title}
            rows={rows}
            counts={search.tab === 'active' ? (counts.data?.balls ?? null) : null}
            grouped={grouped}
            sort={search.sort}
            onSort={(sort) => change({ ...search, sort })}
            organizations={isStaff(viewer.kind) || viewer.kind === 'customer_admin'}
            ended={completed}
          />
          {list.hasNextPage ? (
            <div className={styles.more}>
              <Button
                busy={list.isFetchingNextPage}
                icon={<IconPlus stroke={1.75} />}
                onClick={() => void list.fetchNextPage()}
              >
                Show more
              </Button>
            </div>
          ) : null}
          {list.isFetchNextPageError ? (
            <div className={styles.state}>
              <Failed what="The next rows" error={list.error as ApiError} onRetry={() => void list.fetchNextPage()} />
            </div>
          ) : null}
        </>
      )}
      {rows.length > 0 ? (
        <ListFoot shown={rows.length} total={total} cap={counts.data?.capped_at} words={footWords(search, kind)} />
      ) : null}
    </div>
  );
}

/** The heading: a kind's own name, or which of the reviews. */
function titleOf({ label }: Place, home: HomeTab): string {
  if (home === 'completed') return `Completed ${label}`;
  if (home === 'inactive') return `Inactive ${label}`;
  return label === 'reviews' ? 'Active reviews' : label;
}

/** "active cases", as the line under the list counts them. */
function footWords(search: ListSearch, kind: Kind): string {
  const things = kind === 'Case' ? 'cases' : 'reviews';
  if (search.tab === 'completed') return `completed ${things}`;
  if (search.tab === 'drafts') return 'drafts';
  if (search.tab === 'inactive') return `inactive ${things}`;
  return search.tab === 'active' ? `active ${things}` : things;
}

/** "13 of 13 active cases. Times in Chicago (CST)." */
function ListFoot({
  shown,
  total,
  cap,
  words,
}: {
  shown: number;
  total: number | undefined;
  cap: number | undefined;
  words: string;
}) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  if (total === undefined) return null;
  const all = cap !== undefined && total >= cap ? `${cap} or more` : String(Math.max(total, shown));
  return (
    <p className={styles.foot} role="status">
      {shown} of {all} {words}. Times in {zoneCity(time_zone)} ({zoneShort(now, { zone: time_zone })}).
    </p>
  );
}
