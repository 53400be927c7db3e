import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isRequesterSide, isStaff, isOrganizationAdmin } from '../../../../core/actor.ts';
import type { ApiError } from '../../../../ui/api/client.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { ListColumn } from '../../rules.ts';
import { Failed } from '../shared/states.tsx';
import { pagesOf, type ListScope } from './list-source.ts';
import { ReviewTable } from './review-table.tsx';
import { cleared, listQuery, type ListSearch } from './search.ts';
import styles from './list.module.css';

const ListFoot = lazyPart(() => import('./list-foot.tsx'));
const ListEmpty = lazyPart(() => import('./list-empty.tsx'));
const BulkBar = lazyPart(() => import('./bulk-bar.tsx'), 'edge');

const PAGE = 25;

/** The rows, page after page, with what can be done with several of them. */
export function Rows({
  place,
  search,
  title,
  columns,
  own,
  counts,
  choosing,
  onChoosing,
  onChange,
}: {
  place: ListScope;
  search: ListSearch;
  title: string;
  /** Null: not known yet. */
  columns: readonly ListColumn[] | null;
  own: boolean;
  counts: { tabs: Record<string, number>; balls: Record<string, number>; capped_at: number } | null;
  choosing: boolean;
  onChoosing: (on: boolean) => void;
  onChange: (search: ListSearch) => void;
}) {
  const viewer = useViewer();
  const completed = search.tab === 'completed';
  const orders = isRequesterSide(viewer.kind) || isStaff(viewer.kind);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  // where choosing began: the focus goes back there
  const began = useRef<Element | null>(null);
  useLayoutEffect(() => {
    began.current = choosing ? document.activeElement : null;
  }, [choosing]);
  const filter = { ...listQuery(search), tab: search.tab, sort: search.sort };
  const list = useInfiniteQuery({ ...pagesOf(place, filter, PAGE), placeholderData: keepPreviousData });
  const grouped = search.sort === 'due' && !completed;
  // what needs attention stands at the top, however late it is due
  const pinned = grouped && search.tab === 'active';
  const enabled = pinned && (counts?.tabs['attention'] ?? 0) > 0;
  const raised = useInfiniteQuery({ ...pagesOf(place, { ...filter, tab: 'attention' }, PAGE), enabled });
  const lifted = enabled ? raised.data : undefined;
  const rows = useMemo(() => {
    const pages = [...(lifted?.pages ?? []), ...(list.data?.pages ?? [])];
    return [...new Map(pages.flatMap(({ data }) => data.map((row) => [row.id, row]))).values()];
  }, [lifted, list.data]);
  // much to draw: what is pressed or typed meanwhile comes first
  const drawn = useDeferredValue(rows);
  const onChoose = useCallback((ids: readonly number[], on: boolean) => {
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  if (list.isError && !list.data)
    return (
      <div className={styles.state}>
        <Failed what="The list" error={list.error as ApiError} onRetry={() => void list.refetch()} />
      </div>
    );
  if (list.isPending || columns === null || (rows.length > 0 && drawn.length === 0))
    return (
      <div className={styles.waiting}>
        <SkeletonRows rows={9} columns={[26, 18, 18, 22, 16]} height={52} label="Loading the list" />
      </div>
    );
  if (rows.length === 0)
    return (
      <div className={styles.state}>
        <Nothing place={place} search={search} onChange={onChange} />
      </div>
    );
  return (
    <>
      <ReviewTable
        label={title}
        rows={drawn}
        kind={place.kind}
        columns={columns}
        wide={own}
        counts={search.tab === 'active' ? (counts?.balls ?? null) : null}
        grouped={grouped}
        pinned={pinned}
        sort={search.sort}
        onSort={(sort) => onChange({ ...search, sort })}
        organizations={isStaff(viewer.kind) || isOrganizationAdmin(viewer.kind)}
        ended={completed}
        choosing={choosing ? { chosen, onChoose } : null}
        onChooseKey={(id) => {
          if (!orders) return;
          onChoosing(true);
          onChoose([id], !chosen.has(id));
        }}
      />
      {list.hasNextPage ? (
        <div className={styles.further}>
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
      <Suspense fallback={<p className={styles.foot}>&nbsp;</p>}>
        <ListFoot
          shown={rows.length}
          total={counts?.tabs[search.tab]}
          cap={counts?.capped_at}
          tab={search.tab}
          things={place.plural}
        />
      </Suspense>
      {choosing ? (
        <Suspense fallback={null}>
          <BulkBar
            rows={rows.filter((row) => chosen.has(row.id))}
            kind={place.kind}
            began={began}
            onLeft={(ids) => setChosen(new Set(ids))}
            onClose={() => {
              setChosen(new Set());
              onChoosing(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** What is said where no row is. */
export function Nothing({
  place,
  search,
  onChange,
}: {
  place: ListScope;
  search: ListSearch;
  onChange: (search: ListSearch) => void;
}) {
  return (
    <Suspense fallback={null}>
      <ListEmpty place={place} search={search} onClear={() => onChange(cleared(search))} />
    </Suspense>
  );
}
