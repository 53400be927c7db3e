import { type ActorKind, isAttendee, isExpertSide, isStaff } from '../../../core/actor.ts';
import { type ExpertOfReview, isOn } from '../../../core/experts.ts';

/** What one page of a calendar covers at most. */
export const MOST_DAYS = 45;

/** What stands in a calendar. */
export const EVENT_SORTS = ['offer', 'exam_offer', 'call', 'interview', 'exam', 'testimony', 'busy'] as const;
export type EventSort = (typeof EVENT_SORTS)[number];

/** By which eyes a review's calendar is read. */
export type CalendarReader = 'expert' | 'requester' | 'staff' | 'attendee';

/** Whose times a reader is shown. An expert's other engagements, working hours and busy times are theirs and staff's to see. */
export const SHOWN: Readonly<
  Record<
    CalendarReader,
    {
      /** All of the expert's, with those of this review or without; or these, with the reader's own of others or without. */
      engagements: 'of_expert' | 'of_review_and_expert' | 'of_review_and_own' | 'calls_of_review';
      offers: 'of_expert' | 'of_review' | 'none';
      /** Whose connected calendars and working hours. */
      hours: 'of_expert' | 'own' | 'none';
      /** Whether who ordered, and their zone, stand beside. */
      knows_requester: boolean;
    }
  >
> = {
  expert: { engagements: 'of_expert', offers: 'of_expert', hours: 'of_expert', knows_requester: true },
  // while several are interviewed there is no expert yet
  staff: { engagements: 'of_review_and_expert', offers: 'of_review', hours: 'of_expert', knows_requester: true },
  requester: { engagements: 'of_review_and_own', offers: 'of_review', hours: 'own', knows_requester: false },
  attendee: { engagements: 'calls_of_review', offers: 'none', hours: 'none', knows_requester: false },
};

/** By which eyes somebody reads a review's calendar; null: not at all, as an expert who is only invited. */
export function calendarReader(
  actor: { kind: ActorKind; expert_profile_ids: readonly number[] },
  review: { experts: readonly ExpertOfReview[] },
): CalendarReader | null {
  if (isAttendee(actor.kind)) return 'attendee';
  if (isExpertSide(actor.kind)) return isOn(actor, review) ? 'expert' : null;
  return isStaff(actor.kind) ? 'staff' : 'requester';
}
