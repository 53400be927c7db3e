import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { query, queryKey } from '../../../ui/api/hooks.ts';
import { useLiveEvent } from '../../../ui/live/hooks.ts';
import { serverClock } from '../../../ui/time/server-clock.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { ANNOUNCEMENTS_EXPECTED_KEY, CLOSED_ANNOUNCEMENTS_KEY } from '../../accounts/rules.ts';
import { announcementEndpoints, type AnnouncementView } from '../contract.ts';
import { parseClosed } from '../rules.ts';

export interface Announcements {
  /** What staff announce, until it is closed here or its time is over; none while it is not yet known. */
  open: readonly AnnouncementView[];
  /** Not yet known, but some stood when this browser was last told: room is kept for them before they come. */
  expected: boolean;
  close: (id: number) => void;
}

/** What staff announce to who is signed in; nothing is asked while nobody is. */
export function useAnnouncements(signedIn: boolean): Announcements {
  const client = useQueryClient();
  // asked for again when staff publish or the reader comes back to the page; asking in between would keep a session alive
  const { data } = useQuery({ ...query(announcementEndpoints.current, {}), retry: false, enabled: signedIn });
  useLiveEvent('announcements.changed', () => {
    if (signedIn) void askAgain(client, { queryKey: queryKey(announcementEndpoints.current) });
  });
  const beat = useNow(30_000);
  // the clock is set by the first answers, which come after the first beat
  const now = data ? serverClock.now() : beat;
  const [closed, setClosed] = useState(() => parseClosed(read(CLOSED_ANNOUNCEMENTS_KEY)));
  const [stood] = useState(() => read(ANNOUNCEMENTS_EXPECTED_KEY) !== null);
  const standing = signedIn ? data?.data : undefined;
  const open = standing?.filter(({ id, ends_at }) => !closed.includes(id) && Date.parse(ends_at) > now) ?? [];
  const some = standing && open.length > 0;

  useEffect(() => {
    if (some !== undefined) store(ANNOUNCEMENTS_EXPECTED_KEY, some ? 'true' : null);
  }, [some]);

  return {
    open,
    expected: stood && standing === undefined,
    close(id) {
      // only what still stands is kept, so that the list does not grow for ever
      const next = [...closed.filter((one) => standing?.some((each) => each.id === one)), id];
      setClosed(next);
      store(CLOSED_ANNOUNCEMENTS_KEY, JSON.stringify(next));
    },
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null forgets it. */
function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // it comes back at the next visit
  }
}
