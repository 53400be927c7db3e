import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { type ApiError, call } from '../../../../ui/api/client.ts';
import { queryKey } from '../../../../ui/api/hooks.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { Timeline, type TimelineItem } from '../../../../ui/parts/timeline.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatNear } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { readTimeline, type ReviewDetail, type TimelineRow } from '../../contract.ts';
import { Failed } from '../shared/states.tsx';
import { TimelineIcon } from './timeline-icons.tsx';
import { foldSteps } from './timeline-steps.ts';
import styles from './detail.module.css';

/** What happened, newest first; runs of Peritus’s own steps folded, older rows on demand. */
export function TimelineSection({ kind, review }: { kind: Kind; review: ReviewDetail }) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  const [open, setOpen] = useState(false);
  const from = review.timeline.next_cursor;
  const older = useInfiniteQuery({
    queryKey: [...queryKey(readTimeline, { kind, params: { id: review.id }, query: {} }), from],
    queryFn: ({ pageParam, signal }) =>
      call(readTimeline, { kind, signal, params: { id: review.id }, query: pageParam ? { cursor: pageParam } : {} }),
    initialPageParam: from,
    getNextPageParam: (last) => last.next_cursor,
    enabled: open && from !== null,
  });
  const rows = [...review.timeline.data, ...(older.data?.pages.flatMap((page) => page.data) ?? [])];
  const more = open && older.data ? older.hasNextPage : from !== null;
  const item = (row: TimelineRow): TimelineItem => ({
    id: row.id,
    icon: <TimelineIcon action={row.action} override={row.override} />,
    actor: row.actor,
    text: row.reason || row.override || row.change ? `${row.says}.` : row.says,
    reason: row.reason,
    override: row.override,
    change: row.change ? { what: row.change.field, from: row.change.old || '—', to: row.change.new || '—' } : null,
    at: row.at,
    time: formatNear(row.at, { now, zone: time_zone }),
  });
  return (
    <section aria-labelledby="timeline">
      <SectionHead id="timeline" title="Timeline" action={<span className={styles.note}>Newest first</span>} />
      {rows.length === 0 ? <p className={styles.quiet}>Nothing has happened yet.</p> : null}
      <Timeline
        items={foldSteps(rows).map((entry) =>
          'row' in entry ? item(entry.row) : { id: `steps-${entry.steps[0]?.id}`, steps: entry.steps.map(item) },
        )}
      />
      {older.isError ? (
        <Failed what="Older entries" error={older.error as ApiError} onRetry={() => void older.refetch()} />
      ) : null}
      {more ? (
        <Button
          size="sm"
          kind="quiet"
          busy={older.isFetching}
          onClick={() => (open ? void older.fetchNextPage() : setOpen(true))}
        >
          Show older
        </Button>
      ) : null}
    </section>
  );
}
