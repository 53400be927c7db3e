import { useShownPath } from '../../../ui/session/review-route.ts';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { isRequesterSide, isStaff, isAttendee } from '../../../core/actor.ts';
import { aheadKind, KIND_NAMES, KINDS } from '../../../core/kinds.ts';
import type { ApiError } from '../../../ui/api/client.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { fittingColumns } from './list/columns.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { type ListColumn, sideOf } from '../rules.ts';
import { Filters } from './list/filters.tsx';
import { type HomeTab, ListTabs } from './list/list-tabs.tsx';
import { NewReviewButton } from './list/new-review.tsx';
import { ADMIN, countsOf, EXPERT, listName, LIST_SCOPES, type ListScope } from './list/list-source.ts';
import { PhoneFilters } from './list/phone-filters.tsx';
import { Nothing, Rows } from './list/rows.tsx';
import { listQuery, type ListLayout, type ListSearch, readListSearch, writeListSearch } from './list/search.ts';
import { useColumns, useListSettings, viewAt } from './list/settings.ts';
import { Failed } from './shared/states.tsx';
import { useReviewsLive } from './shared/use-live.ts';
import styles from './list/list.module.css';

const ListTools = lazyPart(() => import('./list/list-tools.tsx'), 'nothing');
const Views = lazyPart(() => import('./list/views.tsx'), 'nothing');
const Board = lazyPart(() => import('./list/board.tsx'));
const CalendarLayout = lazyPart(() => import('./list/calendar-layout.tsx'));

/** The kind whose list stands at this address. */
function useListScope(): ListScope {
  const path = useShownPath();
  const kind = KIND_NAMES.find((one) => KINDS[one].list_path === path || KINDS[one].completed_path === path);
  if (!kind) throw new Error('This address is not one of a list.');
  return LIST_SCOPES[kind];
}

/** Open reviews of one kind: drafts and everything under way. */
export function KindListPage() {
  const place = useListScope();
  return <ReviewList key={place.kind} place={place} tab="active" />;
}

/** Reviews of one kind that ended: closed, transferred, cancelled. */
export function CompletedKindListPage() {
  const place = useListScope();
  return <ReviewList key={place.kind} place={place} tab="completed" />;
}

/** What is ordered ahead and waits for its charts. */
export function AheadListPage() {
  return <ReviewList place={LIST_SCOPES[aheadKind()]} tab="pre_orders" />;
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

/** One list. Tab, order, look and every filter stand in the address; whose reviews they are the server knows. */
function ReviewList({ place, tab: home }: { place: ListScope; tab: HomeTab }) {
  const { kind, pages } = place;
  const viewer = useViewer();
  const navigate = useNavigate();
  const raw = useSearch({ strict: false });
  const search = useMemo(() => readListSearch(raw, home), [raw, home]);
  // the filters show at once what was pressed; everything else, of which there is much, follows
  const listed = useDeferredValue(search);
  const completed = search.tab === 'completed';
  const side = sideOf(listed.tab);
  const filter = listQuery(listed);
  const look: ListLayout = completed ? 'list' : search.look;
  useReviewsLive();

  const settings = useListSettings();
  const list = listName(place, side);
  const views = useMemo(() => (settings.data?.views ?? []).filter((view) => view.list === list), [settings.data, list]);
  const address = useMemo(() => writeListSearch(listed, home), [listed, home]);
  const { columns, own, failed, choose } = useColumns(
    list,
    viewer.kind,
    side,
    kind,
    settings.data,
    viewAt(views, address),
  );
  const shown = useFitting(columns, own);
  const counts = useQuery({ ...countsOf(place, filter), placeholderData: keepPreviousData });
  const change = useCallback(
    (next: ListSearch, replace = false) => void navigate({ to: '.', search: writeListSearch(next, home), replace }),
    [navigate, home],
  );
  const orders = isRequesterSide(viewer.kind) || isStaff(viewer.kind);
  const [choosing, setChoosing] = useState(false);
  const [exporting, setExporting] = useState<'not' | 'busy' | ApiError>('not');
  const title = titleOf(place, home);
  const chips = { search, completed, kind };
  const known = counts.data ?? null;
  const awaited = counts.isPending;
  const tabs = useMemo(
    () => (
      <ListTabs
        pages={pages}
        search={listed}
        counts={known}
        awaited={awaited}
        end={
          <span className={styles.viewsPlace}>
            <Suspense fallback={null}>
              <Views
                path={pages[home] ?? pages.active}
                list={list}
                views={views}
                address={address}
                columns={columns}
                mayShare={orders}
              />
            </Suspense>
          </span>
        }
      />
    ),
    [pages, home, listed, known, awaited, list, views, address, columns, orders],
  );
  const tools = useMemo(
    () => (
      <ListTools
        search={listed}
        look={look}
        completed={completed}
        orders={orders}
        choosing={choosing}
        onChoosing={setChoosing}
        columns={columns}
        side={side}
        kind={kind}
        onChoose={choose}
        onChange={change}
      />
    ),
    [listed, look, completed, orders, choosing, columns, side, kind, choose, change],
  );

  return (
    <div className={styles.page}>
      <div className={styles.title}>
        <h1 tabIndex={-1}>{title}</h1>
        <div className={styles.acts}>
          {isAttendee(viewer.kind) ? null : (
            <Button
              className={styles.export ?? ''}
              icon={<IconDownload stroke={1.75} />}
              busy={exporting === 'busy'}
              onClick={() => {
                setExporting('busy');
                void import('./list/export.ts')
                  .then(({ exportList }) =>
                    exportList(place, { ...filter, tab: search.tab, sort: search.sort }, columns),
                  )
                  .then(
                    () => setExporting('not'),
                    (error: ApiError) => setExporting(error),
                  );
              }}
            >
              Export
            </Button>
          )}
          {place === ADMIN && home === 'active' ? (
            <ButtonLink href="/account/invitations">Invite a person</ButtonLink>
          ) : null}
          {pages.pre_orders ? <ButtonLink href="/admin/subscriptions">Subscriptions</ButtonLink> : null}
          {place.orders ? <NewReviewButton kind={place.orders} ability={counts.data?.create ?? null} /> : null}
        </div>
      </div>
      {tabs}
      <div className={styles.bar}>
        <Filters {...chips} onChange={change} />
        <PhoneFilters {...chips} onChange={change} />
        <div className={styles.tools}>
          <Suspense fallback={null}>{tools}</Suspense>
        </div>
      </div>
      {failed ? <Failed what="The columns" verb="kept" error={failed} /> : null}
      {typeof exporting === 'object' ? <Failed what="The file" verb="made" error={exporting} /> : null}
      {look === 'list' ? (
        <Rows
          place={place}
          search={listed}
          title={title}
          columns={settings.isPending ? null : shown}
          own={own}
          counts={counts.data ?? null}
          choosing={choosing}
          onChoosing={setChoosing}
          onChange={change}
        />
      ) : (
        <Suspense
          fallback={
            <div className={styles.waiting}>
              <SkeletonRows rows={9} height={52} label="One moment" />
            </div>
          }
        >
          <div className={styles.look}>
            {look === 'board' ? (
              <Board
                place={place}
                filter={filter}
                tab={listed.tab}
                empty={<Nothing place={place} search={listed} onChange={change} />}
              />
            ) : (
              <CalendarLayout
                place={place}
                filter={filter}
                tab={listed.tab}
                month={search.month}
                onMonth={(month) => change({ ...search, month }, true)}
                dayHref={(day) => dayHref(place, home, search, day)}
              />
            )}
          </div>
        </Suspense>
      )}
    </div>
  );
}

/** Steps in which the window's width is looked at, pixels. */
const STEP = 20;

function onResize(changed: () => void): () => void {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
}
const widthInSteps = (): number => Math.floor(document.documentElement.clientWidth / STEP) * STEP;

/** Of the usual columns those the window has room for; a choice of one's own is shown whole and scrolls. */
function useFitting(columns: readonly ListColumn[], own: boolean): readonly ListColumn[] {
  const width = useSyncExternalStore(onResize, widthInSteps);
  return useMemo(() => (own ? columns : fittingColumns(columns, width)), [columns, own, width]);
}

/** The list of what is due on one day. */
function dayHref(place: ListScope, home: HomeTab, search: ListSearch, day: string): string {
  const out = writeListSearch({ ...search, look: 'list', month: null, from: day, due: day }, home);
  const text = new URLSearchParams(Object.entries(out).map(([name, value]) => [name, String(value)])).toString();
  return `${place.pages[home] ?? place.pages.active}?${text}`;
}

/** The heading: a kind's own name, or which of the reviews. */
function titleOf({ kind, label }: ListScope, home: HomeTab): string {
  if (home === 'completed') return `Completed ${label}`;
  if (home === 'inactive') return `Inactive ${label}`;
  if (home === 'pre_orders') return `Pre-ordered ${label}`;
  return kind === null ? 'Active reviews' : label;
}
