import type { Side } from '../../../../core/actor.ts';
import { KINDS } from '../../../../core/kinds.ts';
import type { ListRow } from '../../contract.ts';

type Ball = ListRow['ball'];

type GroupKey = 'attention' | 'yours' | 'requester' | 'expert' | 'staff' | 'nobody' | 'ended';

export interface Group {
  key: GroupKey;
  title: string;
  rows: ListRow[];
}

const TITLES: Record<GroupKey, string> = {
  attention: 'Needs attention',
  yours: 'Your move',
  requester: 'With the requester',
  expert: 'With the expert',
  staff: 'With Peritus',
  nobody: 'Resting',
  ended: 'Ended',
};
const LANES: readonly Ball[] = ['requester', 'expert', 'staff', 'nobody'];
const ORDER = Object.keys(TITLES) as GroupKey[];

const groupOf = (row: ListRow, pinned: boolean): GroupKey => {
  if (pinned && row.attention && row.bucket === 'active') return 'attention';
  if (row.bucket === 'completed' || row.bucket === 'cancelled') return 'ended';
  return row.yours ? 'yours' : row.ball;
};

/**
 * Rows under who has the ball, the reader's own first; inside a group the order of the rows stays. `pinned`: what needs
 * attention stands above them all.
 */
export function groupRows(rows: readonly ListRow[], pinned: boolean): Group[] {
  return ORDER.map((key) => ({
    key,
    title: TITLES[key],
    rows: rows.filter((row) => groupOf(row, pinned) === key),
  })).filter((group) => group.rows.length > 0);
}

/** The lanes of a board: whose move it can be, the reader's own first; those wanted, where a filter names some. */
export function lanesOf(side: Side | null, wanted?: Ball | readonly Ball[]): Ball[] {
  const named = wanted === undefined ? null : [wanted].flat();
  return LANES.toSorted((a, b) => Number(b === side) - Number(a === side)).filter(
    (lane) => named?.includes(lane) ?? true,
  );
}

/** What a lane is called by a reader of this side. */
export const laneTitle = (lane: Ball, side: Side | null): string => TITLES[lane === side ? 'yours' : lane];

/** Where the row's own act is done, for its button; null when the reader has nothing to do there. */
export function actPage(row: ListRow): { label: string; path: string } | null {
  if (!row.yours) return null;
  const { key } = row.status;
  // a report whose price is not approved yet is nobody's to start
  const page = ACT_PAGES[key === 'report_requested' && row.ball === 'requester' ? 'submitted' : key];
  return page ? { label: page[0], path: `/${KINDS[row.kind].slug}/${row.id}${page[1]}` } : null;
}

/** Short words on a row's button and the page behind them, by status. */
const ACT_PAGES: Readonly<Record<string, readonly [label: string, page: string]>> = {
  draft: ['Continue', '/step-one'],
  in_intake: ['Check records', ''],
  submitted: ['Open', ''],
  matching: ['Open board', '/matching'],
  expert_selection: ['Compare', '/experts'],
  interviewing: ['Compare', '/experts'],
  invited: ['Read', ''],
  awaiting_times: ['Offer times', '/choose-available-times'],
  awaiting_time_choice: ['Choose time', '/choose-call-time'],
  call_scheduled: ['Open call', ''],
  call_completed: ['Open', ''],
  closeout_pending: ['Open', ''],
  report_requested: ['Start report', '/report'],
  report_in_progress: ['Write', '/report'],
  report_in_qa: ['Check report', '/report'],
  report_delivered: ['Read report', '/report'],
  needs_information: ['Send records', '/file-request'],
  pre_ordered: ['Add charts', '/step-three'],
  in_review: ['Write', '/report'],
  returned: ['Revise', '/report'],
  report_submitted: ['Take it', ''],
  in_qa: ['Check report', '/report'],
  delivered: ['Read report', '/report'],
};
