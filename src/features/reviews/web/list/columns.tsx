import { grouped } from '../../../../core/phrases.ts';
import type { ReactNode } from 'react';
import { formatCents } from '../../../../core/money.ts';
import { KINDS, type Kind, ownColumn } from '../../../../core/kinds.ts';
import { BallLine } from '../../../../ui/parts/ball.tsx';
import { UnreadBadge, VisuallyHidden } from '../../../../ui/parts/chips.tsx';
import { RouteLink } from '../../../../ui/parts/link.tsx';
import { StatusText } from '../../../../ui/parts/status.tsx';
import { formatDateOf, formatNear, inLine } from '../../../../ui/time/format.ts';
import { specialtyWords } from '../../../experts/rules.ts';
import type { ListRow } from '../../contract.ts';
import type { ListColumn, SharedColumn } from '../../rules.ts';
import { sideOfBall, statusDisplay, updatedDisplay } from '../shared/status-display.ts';
import { ReviewDue } from '../shared/review-due.tsx';
import styles from './list.module.css';

/** What cells look at beside their row. */
export interface CellContext {
  now: number;
  zone: string;
  ended: boolean;
  columns: readonly ListColumn[];
  /** Who sees several organizations is told whose order it is. */
  organizations: boolean;
}

interface ColumnRenderer {
  label: string;
  /** Least width, in pixels, and the share of what is left; none: it stays as wide. */
  min: number;
  share?: number;
  style?: string | undefined;
  cell: (row: ListRow, place: CellContext) => ReactNode;
}

/** Where a row leads: a draft of one's own is gone on with. */
export const rowPath = (row: ListRow): string => {
  const base = `/${KINDS[row.kind].slug}/${row.id}`;
  return row.bucket === 'draft' && row.yours && !row.ahead ? `${base}/step-one` : base;
};

function Subject({ row, place }: { row: ListRow; place: CellContext }) {
  const has = (column: ListColumn) => place.columns.includes(column);
  const under = [
    has('number') && row.subject ? '' : row.number,
    place.organizations && !has('organization') ? row.organization?.name : '',
    row.expedited ? 'expedited' : '',
  ].filter(Boolean);
  return (
    <>
      <RouteLink href={rowPath(row)} className={styles.open} data-row-link>
        {row.subject || row.number}
      </RouteLink>
      <span className={styles.sub}>{under.join(', ')}</span>
    </>
  );
}

function Status({ row, place }: { row: ListRow; place: CellContext }) {
  const look = statusDisplay(row.status);
  // a column of its own says it where it is held
  const isCall = row.call_at && row.status.icon === 'calendar' && !place.columns.includes('own:exam');
  const label =
    isCall && row.call_at
      ? `${KINDS[row.kind].has_exam ? 'Exam' : 'Call'} ${inLine(formatNear(row.call_at, place))}`
      : look.label;
  if (row.attention) return <StatusText {...look} tone="bad" side="attention" label={`${label}, needs attention`} />;
  return <StatusText {...look} label={label} />;
}

function Updated({ row, place }: { row: ListRow; place: CellContext }) {
  const { words, title } = updatedDisplay(row.updated_at, place.now, place.zone);
  return (
    <time dateTime={row.updated_at} title={title}>
      {place.ended ? formatDateOf(row.updated_at, { zone: place.zone }) : words}
    </time>
  );
}

/** How each column looks; its head for the subject is the kind's. */
const SHARED: Readonly<Record<SharedColumn, ColumnRenderer>> = {
  unread: {
    label: 'Unread',
    min: 30,
    style: 'unreadCell',
    cell: (row) =>
      row.unread > 0 ? (
        <>
          <UnreadBadge count={row.unread} plain />
          <VisuallyHidden>{row.unread} unread messages</VisuallyHidden>
        </>
      ) : null,
  },
  subject: {
    label: 'Matter',
    min: 190,
    share: 2.3,
    style: 'matter',
    cell: (row, place) => <Subject row={row} place={place} />,
  },
  number: { label: 'Number', min: 92, style: 'number', cell: (row) => row.number },
  specialty: {
    label: 'Specialty',
    min: 140,
    share: 1.6,
    style: 'specialty',
    cell: (row) => specialtyWords(row.specialty, row.sub_specialty),
  },
  status: {
    label: 'Status',
    min: 150,
    share: 1.75,
    style: 'status',
    cell: (row, place) => <Status row={row} place={place} />,
  },
  ball: {
    label: 'Whose move',
    min: 180,
    share: 2.1,
    style: 'ball',
    cell: (row) => (
      <BallLine seat={sideOfBall(row.ball)} yours={row.yours}>
        {row.act}
      </BallLine>
    ),
  },
  due: { label: 'Due', min: 156, style: 'dueCell', cell: (row) => (row.due ? <ReviewDue due={row.due} /> : null) },
  expert: {
    label: 'Expert',
    min: 120,
    share: 1.5,
    style: 'expert',
    cell: (row) => (row.expert ? row.expert.label : row.candidates ? `${row.candidates} presented` : <i>Not yet</i>),
  },
  state: { label: 'State', min: 52, style: 'more', cell: (row) => row.state },
  review_type: {
    label: 'Type',
    min: 110,
    share: 1.1,
    style: 'more',
    cell: (row) => row.review_type_label,
  },
  requester: {
    label: 'Requester',
    min: 120,
    share: 1.3,
    style: 'more',
    cell: (row) => row.requester?.name,
  },
  organization: {
    label: 'Organization',
    min: 130,
    share: 1.4,
    style: 'more',
    cell: (row) => row.organization?.name,
  },
  pages: {
    label: 'Pages',
    min: 56,
    style: 'figure',
    cell: (row) => (row.pages > 0 ? grouped(row.pages) : null),
  },
  price: {
    label: 'Price',
    min: 92,
    style: 'figure',
    cell: (row) => (row.total_cents === null ? null : formatCents(row.total_cents)),
  },
  period: { label: 'Period', min: 92, style: 'specialty', cell: (row) => row.ahead?.period },
  charts: {
    label: 'Charts',
    min: 150,
    share: 1.2,
    style: 'status',
    cell: ({ ahead }) =>
      ahead && ahead.charts > 0
        ? ahead.charts_missing > 0
          ? `${ahead.charts_missing} of ${ahead.charts} missing`
          : 'All there'
        : null,
  },
  updated: {
    label: 'Updated',
    min: 112,
    style: 'updated',
    cell: (row, place) => <Updated row={row} place={place} />,
  },
};

/** How a column looks; a kind's own are lines of text, the first and what stands under it. */
export const rendererOf = (column: ListColumn): ColumnRenderer =>
  column in SHARED
    ? SHARED[column as SharedColumn]
    : {
        label: '',
        min: 96,
        ...ownColumn(column),
        style: 'two',
        cell: ({ own: { [column]: lines = [] } }) =>
          lines.map((line, at) => (
            <span key={line} className={at > 0 ? styles.sub : undefined}>
              {line}
            </span>
          )),
      };

/** The head of a column: the subject's is called as the kind calls it. */
export const headOf = (column: ListColumn, kind: Kind | null): string =>
  column === 'subject' ? (kind ? KINDS[kind].subject_label : 'Matter') : rendererOf(column).label;

const GAP = 12;
const EDGES = 48;

/** Grid tracks of the columns, and the width below which they no longer fit. */
export function tracksOf(columns: readonly ListColumn[]): { tracks: string; least: number } {
  const tracks = columns.map((column) => {
    const { min, share } = rendererOf(column);
    return share ? `minmax(${min}px, ${share}fr)` : `${min}px`;
  });
  const least = columns.reduce((sum, column) => sum + rendererOf(column).min + GAP, EDGES - GAP);
  return { tracks: tracks.join(' '), least };
}

/** What goes first where a window has no room for all; the day of the last change stays, for the act stands in its place. */
const SPARED: readonly ListColumn[] = [
  'specialty',
  'requester',
  'organization',
  'expert',
  'own:attendance',
  'own:notice',
  'own:exam',
];

/** Of the usual columns those a window of this width, in pixels, has room for. */
export function fittingColumns(columns: readonly ListColumn[], width: number): readonly ListColumn[] {
  let left = columns;
  for (const spared of SPARED) {
    if (tracksOf(left).least <= width) break;
    left = left.filter((column) => column !== spared);
  }
  return left;
}
