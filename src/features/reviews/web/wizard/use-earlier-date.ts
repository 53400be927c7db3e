import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { DRAFTS } from '../../../../ui/session/drafts.ts';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { ReviewDetail } from '../../contract.ts';
import type { Values } from '../form/types.ts';

/** An earlier date somebody chose, with what they wrote so far; kept on this device until it is asked or given up. */
interface Wanted {
  needed_by: string;
  reason: string;
}

export interface AskingEarlier {
  wanted: Wanted | null;
  /** The date in force. */
  was: string | null;
  want: (wanted: Wanted | null) => void;
}

/**
 * After acceptance an earlier date is asked of the expert instead of saved: the field keeps the date in force, so that
 * everything else on the page is saved as ever.
 */
export function useEarlierDate({
  review,
  among,
  stored,
  value,
  change,
}: {
  review: ReviewDetail;
  /** On the edit page. */
  among: boolean;
  stored: Values;
  value: Values;
  change: (key: string, value: unknown) => void;
}): AskingEarlier & { change: (key: string, value: unknown) => void; shown: boolean } {
  const { user_id } = useViewer();
  const place = `${DRAFTS}${user_id}:${review.kind}:${review.id}:earlier_date`;
  const was = typeof stored['needed_by'] === 'string' ? stored['needed_by'] : null;
  const mayAsk = among && was !== null && (review.abilities['ask_earlier_date']?.allowed ?? false);
  // a date this device could not save before is asked for as well
  const unsent = value['needed_by'];
  const early = mayAsk && typeof unsent === 'string' && unsent < was ? unsent : null;
  const [wanted, setWanted] = useState<Wanted | null>(() => {
    const kept = mayAsk ? read(place) : null;
    return early === null ? kept : { needed_by: early, reason: kept?.reason ?? '' };
  });
  const want = useCallback(
    (next: Wanted | null) => {
      setWanted(next);
      keep(place, next);
    },
    [place],
  );
  const intercepted = (key: string, next: unknown): void => {
    if (key !== 'needed_by' || !mayAsk || typeof next !== 'string') return change(key, next);
    if (next >= was) {
      want(null);
      return change(key, next);
    }
    want({ needed_by: next, reason: wanted?.reason ?? '' });
    if (value['needed_by'] !== was) change('needed_by', was);
  };
  // once, when the page is opened
  const begin = useEffectEvent(() => {
    if (early === null) return;
    keep(place, wanted);
    change('needed_by', was);
  });
  useEffect(() => begin(), []);
  const standing = among && was !== null && review.earlier_date !== null;
  return {
    // what has meanwhile become the date, or an earlier one than it, is asked for no more
    wanted: mayAsk && wanted !== null && wanted.needed_by < was ? wanted : null,
    was,
    want,
    change: intercepted,
    shown: mayAsk || standing,
  };
}

function read(place: string): Wanted | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('needed_by' in kept) || !('reason' in kept)) return null;
    const { needed_by, reason } = kept;
    return typeof needed_by === 'string' && typeof reason === 'string' ? { needed_by, reason } : null;
  } catch {
    return null;
  }
}

function keep(place: string, wanted: Wanted | null): void {
  try {
    if (wanted === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(wanted));
  } catch {
    // without storage it lives as long as the page
  }
}
