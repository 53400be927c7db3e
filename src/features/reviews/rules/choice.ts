import type { Kind } from '../../../core/kinds.ts';
import type { ReviewStatus } from './statuses.ts';
import { stateRow } from './kinds.ts';
import type { WhatNow } from './what-now.ts';

/** A choice that is short enough to be made inside what-next, by the name of the slot it stands in. */
export type Choice = 'TimeChoice' | 'AppointmentChoice' | 'InvitationAnswer' | 'CandidatesBrief';

/** Which choice a review waits for from whoever reads it; undefined where the move is another's, or takes a page of its own. */
export function choiceOf(kind: Kind, status: ReviewStatus, voice: WhatNow['voice']): Choice | undefined {
  if (voice !== 'yours') return undefined;
  const { appointment, call, choosing_expert, phase } = stateRow(kind, status);
  if (call === 'choosing') return 'TimeChoice';
  if (appointment === 'offered') return 'AppointmentChoice';
  if (phase === 'asks_expert') return 'InvitationAnswer';
  return choosing_expert ? 'CandidatesBrief' : undefined;
}
