import { pathOf, type ReturnPath, type ReviewStatus, statesOfPath } from './statuses.ts';
import type { Kind } from '../../../core/kinds.ts';
import { rulesOf } from './kinds.ts';

/** Where a transition leads and what is remembered afterwards. `return_status` is a path, nearest state first. */
export function nextStatus(
  kind: Kind,
  from: { status: ReviewStatus; return_status: ReturnPath | null },
  to: ReviewStatus | 'return',
): { status: ReviewStatus; return_status: ReturnPath | null } {
  const { remembering } = rulesOf(kind);
  const path = statesOfPath(from.return_status);
  if (to === 'return') {
    const [status, ...rest] = path;
    if (status === undefined) throw new Error(`${from.status} does not know where to return to.`);
    return { status, return_status: pathOf(rest) };
  }
  if (to === from.status) return { status: to, return_status: from.return_status };
  if (remembering.has(to)) return { status: to, return_status: pathOf([from.status, ...path]) };
  return { status: to, return_status: null };
}

/** States an override may move to: those one transition away, in either direction, draft, cancelled and purged never. */
export function neighbors(
  kind: Kind,
  from: { status: ReviewStatus; return_status: ReturnPath | null },
): ReviewStatus[] {
  const { lifecycle, states } = rulesOf(kind);
  const found = new Set<ReviewStatus>();
  for (const t of lifecycle.transitions) {
    const to = t.to === 'return' ? null : t.to;
    if (t.from.includes(from.status) && to) found.add(to);
    if (to === from.status) for (const back of t.from) found.add(back);
  }
  const returns = statesOfPath(from.return_status)[0];
  if (returns) found.add(returns);
  for (const never of [from.status, lifecycle.initial]) found.delete(never);
  for (const state of found) {
    const row = states[state];
    if (row?.never_by_override || row?.bucket === 'cancelled' || row?.phase === 'records_deleted') found.delete(state);
  }
  return [...found];
}
