import { EVERY_CHART } from '../../../reviews/rules.ts';
import { plural } from '../../../../core/phrases.ts';
import { IconFolderOpen, IconUpload } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Out } from '../../../../core/endpoint.ts';
import { KINDS, aheadKind } from '../../../../core/kinds.ts';
import { type ApiError, call } from '../../../../ui/api/client.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { queryKey } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { PageHeader } from '../../../../ui/parts/page-header.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { countReviews, listReviews, readQuote, readReview } from '../../../reviews/contract.ts';
import { fileEndpoints, type PreOrderView, readPreOrders } from '../../contract.ts';
import { NO_RULES } from '../../rules.ts';
import { DropZone } from '../drop-zone.tsx';
import { uploads } from '../upload/manager.ts';
import { CheckRow } from './check-row.tsx';
import styles from './bulk-upload.module.css';
import { propose, type Proposed } from './proposed.ts';
import { SentRow } from './sent-row.tsx';
import { isAwaited, sentStateOf } from './sent-state.ts';
import { type BulkUploadFile, bulkUploads } from './store.ts';

const WHILE_CHECKING_MS = 2000;
/** Rows drawn at once; the rest behind a button. */
const AT_ONCE = 60;
const ALL = 'all';
const { label, slug, list_path, ahead_path } = KINDS[aheadKind()];
const AHEAD = ahead_path ?? list_path;

/** The pre-orders, and when they were asked for: what arrived after that is not among their files yet. */
const standingPreOrders = queryOptions<Out<typeof readPreOrders> & { asked_at: number }, ApiError>({
  queryKey: queryKey(readPreOrders, { query: {} }),
  queryFn: async ({ signal }) => {
    const asked_at = Date.now();
    return { ...(await call(readPreOrders, { query: {}, signal })), asked_at };
  },
});

const groupOf = (one: PreOrderView): string => `${one.subscription?.id ?? 0}.${one.period ?? ''}`;
const missingOf = ({ charts, files }: PreOrderView): number => {
  const there = new Set(files.flatMap((file) => (file.status === 'failed' ? [] : (file.chart_key ?? []))));
  return there.has(EVERY_CHART) ? 0 : charts.filter((chart) => !there.has(chart.key)).length;
};

/** The records of many pre-orders at once: chosen together, matched by name, corrected here, then sent. */
export function BulkUploadPage() {
  const navigate = useNavigate();
  const { of = ALL } = useSearch({ strict: false }) as { of?: string };
  const files = useSyncExternalStore(bulkUploads.subscribe, bulkUploads.rows);
  const moving = useSyncExternalStore(uploads.subscribe, uploads.rows);
  const list = useQuery({
    ...standingPreOrders,
    refetchInterval: ({ state: { data } }) =>
      data && files.some((file) => isAwaited(file, data.data, data.asked_at)) ? WHILE_CHECKING_MS : false,
  });
  useFresh();
  const all = useMemo(() => list.data?.data ?? [], [list.data]);
  const groups = [...new Map(all.map((one) => [groupOf(one), one])).entries()];
  const chosen = groups.some(([key]) => key === of) ? of : ALL;
  const preOrders = useMemo(() => (chosen === ALL ? all : all.filter((one) => groupOf(one) === chosen)), [all, chosen]);
  const rows = useMemo(() => propose(files, preOrders), [files, preOrders]);
  const sent = files.filter((file) => file.sent !== null);

  return (
    <Page width="wide">
      <PageHeader
        crumbs={[{ label, href: list_path }, { label: 'Pre-ordered', href: AHEAD }, { label: 'Upload records' }]}
        title="Records of several reviews"
        lead="Choose the files of many pre-orders at once. Each is matched by its name and folder; you look them over, then they are sent."
      />
      <div className={styles.body}>
        <Failure error={list.error} what="The pre-orders could not be loaded." onRetry={() => void list.refetch()} />
        {list.isPending ? (
          <SkeletonRows rows={6} columns={[40, 30, 20]} height={52} label="Loading the pre-orders" />
        ) : null}
        {list.data && all.length === 0 && files.length === 0 ? (
          <EmptyState icon={<IconFolderOpen size={28} stroke={1.5} />} title="No pre-order waits for records">
            When a period of a subscription opens, its reviews are listed here until each chart has records.
          </EmptyState>
        ) : null}
        {list.data && (all.length > 0 || files.length > 0) ? (
          <>
            {groups.length > 1 ? (
              <div className={styles.filter}>
                <SelectField
                  path="of"
                  label="For which pre-orders"
                  options={[
                    { value: ALL, label: `All that wait (${all.length})` },
                    ...groups.map(([key, one]) => ({
                      value: key,
                      label: `${[one.subscription?.name, one.period].filter(Boolean).join(', ') || 'Others'} (${all.filter((x) => groupOf(x) === key).length})`,
                    })),
                  ]}
                  value={chosen}
                  onChange={(next) =>
                    void navigate({
                      to: '.',
                      search: next && next !== ALL ? { of: next } : {},
                      replace: true,
                    })
                  }
                />
              </div>
            ) : null}
            {list.data.more ? (
              <p className={styles.quiet}>
                The {all.length} due soonest are listed here. The rest follow as these are ordered.
              </p>
            ) : null}
            <DropZone
              before="Named or put in folders by review number, provider and chart, such as “PR-20417 Chart 1.pdf”."
              onFiles={(some) => bulkUploads.add(some)}
            />
            {rows.length > 0 ? (
              <Check
                rows={rows}
                preOrders={preOrders}
                onSend={(ready) => {
                  for (const row of ready) {
                    const to = all.find((one) => one.review_id === row.review_id);
                    if (!to) continue;
                    const rules = list.data.rules.find((one) => one.organization_id === to.organization_id) ?? NO_RULES;
                    bulkUploads.send(row.file.key, { review_id: to.review_id, chart_key: row.chart_key }, rules);
                  }
                }}
              />
            ) : null}
            {sent.length > 0 ? <Sent files={sent} all={all} asked_at={list.data.asked_at} moving={moving} /> : null}
            <Waiting preOrders={preOrders} />
          </>
        ) : null}
      </div>
    </Page>
  );
}

/** What is shown of the reviews elsewhere changes as their files arrive. */
function useFresh(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      uploads.onFinished(() => {
        for (const one of [readPreOrders, fileEndpoints.list, readReview, readQuote, listReviews, countReviews])
          void client.invalidateQueries({ queryKey: queryKey(one) });
      }),
    [client],
  );
}

/** The rows drawn now, and the button that draws more of them where there are. */
function useShown<R>(rows: readonly R[]): { shown: readonly R[]; more: ReactNode } {
  const [upTo, setUpTo] = useState(AT_ONCE);
  const left = rows.length - upTo;
  const more =
    left > 0 ? (
      <Button kind="quiet" onClick={() => setUpTo(upTo + AT_ONCE)}>
        Show {Math.min(AT_ONCE, left)} more
      </Button>
    ) : null;
  return { shown: rows.slice(0, upTo), more };
}

/** The correction step: where each file goes, those that need somebody first. */
function Check({
  rows,
  preOrders,
  onSend,
}: {
  rows: readonly Proposed[];
  preOrders: readonly PreOrderView[];
  onSend: (ready: readonly Proposed[]) => void;
}) {
  const { shown, more } = useShown(rows);
  const ready = rows.filter((row) => row.review_id !== null);
  const nowhere = rows.length - ready.length;
  const chartless = ready.filter((row) => row.chart_key === null).length;
  const says = [
    `${plural(rows.length, 'file')} to look over.`,
    nowhere > 0 ? `${plural(nowhere, 'has', 'have')} no pre-order yet.` : '',
    chartless > 0 ? `${plural(chartless, 'has', 'have')} no chart yet; you can say it later, too.` : '',
    nowhere + chartless === 0 ? 'Each has its pre-order and chart.' : '',
  ];
  const folderOf = (row: Proposed): string => row.file.chosen.path.split('/').slice(0, -1).join('/');
  return (
    <section aria-labelledby="check">
      <h2 id="check" className={styles.head}>
        Where each file goes
      </h2>
      <p className={styles.quiet} role="status">
        {says.filter(Boolean).join(' ')}
      </p>
      <p className={styles.quiet}>Files that fit several, or none, are left to you and come first.</p>
      <ul className={styles.rows}>
        {shown.map((row) => (
          <CheckRow
            key={row.file.key}
            row={row}
            preOrders={preOrders}
            fellows={rows
              .filter((one) => one !== row && one.review_id === null && folderOf(one) === folderOf(row))
              .map((one) => one.file.key)}
          />
        ))}
      </ul>
      <div className={styles.foot}>
        {more}
        <Button kind="quiet" onClick={() => bulkUploads.drop(rows.map((row) => row.file.key))}>
          Leave them all out
        </Button>
        <Button
          kind="primary"
          icon={<IconUpload stroke={1.75} />}
          disabled={ready.length === 0}
          onClick={() => {
            onSend(ready);
            // the button rests from here on: what was sent is told next
            requestAnimationFrame(() => document.getElementById('sent')?.focus());
          }}
        >
          {ready.length === 0 ? 'Nothing to upload yet' : `Upload ${plural(ready.length, 'file')}`}
        </Button>
      </div>
    </section>
  );
}

const ORDER = { wrong: 0, unreadable: 0, removed: 0, moving: 1, checking: 2, there: 3 } as const;

/** What was sent: what failed first, then what is on its way. */
function Sent({
  files,
  all,
  asked_at,
  moving,
}: {
  files: readonly BulkUploadFile[];
  all: readonly PreOrderView[];
  asked_at: number;
  moving: ReturnType<typeof uploads.rows>;
}) {
  const rows = files
    .flatMap((file) => {
      if (!file.sent) return [];
      const to = all.find((one) => one.review_id === file.sent?.review_id);
      const standing = sentStateOf(
        file.sent,
        moving.find((row) => row.key === file.sent?.upload),
        to,
        asked_at,
      );
      return [{ file, to, standing }];
    })
    .toSorted((a, b) => ORDER[a.standing.how] - ORDER[b.standing.how]);
  const { shown, more } = useShown(rows);
  const count = (...hows: (keyof typeof ORDER)[]) => rows.filter((row) => hows.includes(row.standing.how)).length;
  const there = count('there');
  const failed = count('wrong', 'unreadable');
  const removed = count('removed');
  const says = [
    `${there} of ${rows.length} are there.`,
    failed > 0 ? `${plural(failed, 'needs', 'need')} your attention.` : '',
    removed > 0 ? `${plural(removed, 'was', 'were')} removed since.` : '',
  ];
  return (
    <section aria-labelledby="sent">
      <h2 id="sent" tabIndex={-1} className={styles.head}>
        Sent
      </h2>
      <p className={styles.quiet} role="status">
        {says.filter(Boolean).join(' ')} Uploads continue while you are on other pages.
      </p>
      <ul className={styles.rows}>
        {shown.map((row) => (
          <SentRow key={row.file.key} {...row} />
        ))}
      </ul>
      <div className={styles.foot}>
        {more}
        {there > 0 ? (
          <Button
            kind="quiet"
            onClick={() =>
              bulkUploads.drop(rows.filter((row) => row.standing.how === 'there').map((row) => row.file.key))
            }
          >
            Clear those that are there
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** The pre-orders and what each still lacks. */
function Waiting({ preOrders }: { preOrders: readonly PreOrderView[] }) {
  const rows = preOrders
    .map((one) => ({ one, missing: missingOf(one) }))
    .toSorted((a, b) => Number(a.missing === 0) - Number(b.missing === 0));
  const { shown, more } = useShown(rows);
  const done = rows.filter((row) => row.missing === 0).length;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className={styles.head}>
        The pre-orders
      </h2>
      <p className={styles.quiet}>
        {done} of {rows.length} have records for each chart. Open one to complete and order it.
      </p>
      <ul className={styles.rows}>
        {shown.map(({ one, missing }) => (
          <li key={one.review_id} className={styles.waiting}>
            <p className={styles.name}>
              <TextLink href={`/${slug}/${one.review_id}`}>{one.number}</TextLink>
              <span>{one.subject}</span>
            </p>
            <p className={styles.quiet}>{one.period ?? ''}</p>
            <p className={styles.quiet}>
              {one.charts.length === 0
                ? 'No charts listed yet'
                : missing === 0
                  ? 'Each chart has records'
                  : `${missing} of ${plural(one.charts.length, 'chart')} without records`}
            </p>
          </li>
        ))}
      </ul>
      {more ? <div className={styles.foot}>{more}</div> : null}
    </section>
  );
}
