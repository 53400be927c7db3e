import { useQuery } from '@tanstack/react-query';
import type { Kind } from '../../../core/kinds.ts';
import { query } from '../../../ui/api/hooks.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { readReview } from '../../reviews/contract.ts';
import { type ScheduleView, schedulingEndpoints } from '../contract.ts';

const LOOK_AGAIN_MS = 20_000;

/** Queries that a change of the schedule makes old. */
export const TOUCHED = [schedulingEndpoints.read, readReview] as const;

const NOTHING: ScheduleView['can'] = {
  offer: false,
  choose: false,
  propose: false,
  confirm: false,
  move: false,
  record: false,
  invite: false,
};
/** Staff and attendees look on: the calls that change a schedule are for the two sides. */
const lookingOn = (schedule: ScheduleView): ScheduleView => ({ ...schedule, can: NOTHING });

/** The schedule of a review. `watch`: times others may take are looked at again while the page is in view. */
export function useSchedule(kind: Kind, reviewId: number, watch = false) {
  const { side: seat } = useViewer();
  return useQuery({
    ...query(schedulingEndpoints.read, { kind, params: { id: reviewId } }),
    ...(seat === 'requester' || seat === 'expert' ? {} : { select: lookingOn }),
    refetchOnWindowFocus: true,
    refetchInterval: watch ? LOOK_AGAIN_MS : false,
  });
}
