import { useQueryClient } from '@tanstack/react-query';
import type { Kind } from '../../../../core/kinds.ts';
import { ApiError, call } from '../../../../ui/api/client.ts';
import { queryKey, useCommand } from '../../../../ui/api/hooks.ts';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import {
  actOnReview,
  countReviews,
  listReviews,
  overrideStatus,
  readQuote,
  readReview,
  readTimeline,
  readUpNext,
  type ReviewDetail,
} from '../../contract.ts';
import type { ActionAsk } from './actions.ts';

/** Everything an act on a review may change. */
export const AFTER_ACT = [readReview, readTimeline, readQuote, listReviews, countReviews, readUpNext] as const;

/** Carries out actions on the review as it is shown; what has moved on meanwhile is refused and shown afresh. */
export function useAct(kind: Kind, review: ReviewDetail) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(AFTER_ACT.map((endpoint) => client.invalidateQueries({ queryKey: queryKey(endpoint) })));
  const act = useCommand(actOnReview, { refresh: AFTER_ACT });
  const where = { kind, lock_version: review.lock_version };

  /** Runs it and says so; rejects with a sentence for the dialog. */
  const run = async (ask: ActionAsk, reason: string): Promise<void> => {
    try {
      await act.mutateAsync({
        kind: where.kind,
        params: { id: review.id, action: ask.action },
        body: { lock_version: where.lock_version, ...(reason ? { reason } : {}), ...ask.body },
      });
      toastDone(ask.done);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await refresh();
      throw error;
    }
  };
  const override = async (to: string, reason: string, confirmed_seat_use?: number): Promise<void> => {
    try {
      await call(overrideStatus, {
        kind,
        params: { id: review.id },
        body: {
          to,
          reason,
          lock_version: review.lock_version,
          ...(confirmed_seat_use === undefined ? {} : { confirmed_seat_use }),
        },
      });
      toastDone('Moved. The timeline shows it as an override.');
    } finally {
      await refresh();
    }
  };
  return { run, override, busy: act.isPending, error: act.error, reset: act.reset };
}
