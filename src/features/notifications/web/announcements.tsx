import { IconSpeakerphone, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { query, queryKey } from '../../../ui/api/hooks.ts';
import { useLiveEvent } from '../../../ui/live/hooks.ts';
import { IconButton } from '../../../ui/parts/button.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { CLOSED_ANNOUNCEMENTS_KEY } from '../../accounts/rules.ts';
import { announcementEndpoints } from '../contract.ts';
import { parseClosed } from '../rules.ts';
import styles from './notifications.module.css';

/** What staff announce, until it is closed here or its time is over. */
export function Announcements() {
  const client = useQueryClient();
  // asked for again when staff publish or the reader comes back to the page; asking in between would keep a session alive
  const { data } = useQuery({ ...query(announcementEndpoints.current, {}), retry: false });
  const refresh = (): void => void askAgain(client, { queryKey: queryKey(announcementEndpoints.current) });
  useLiveEvent('announcements.changed', refresh);
  const now = useNow(30_000);
  const [closed, setClosed] = useState(readClosed);
  const open = data?.data.filter(({ id, ends_at }) => !closed.includes(id) && Date.parse(ends_at) > now) ?? [];
  if (open.length === 0) return null;
  return (
    <section aria-label="Announcements">
      <ul className={styles.announcements}>
        {open.map(({ id, text }) => (
          <li key={id} className={styles.announcement}>
            <IconSpeakerphone size={16} stroke={1.75} aria-hidden />
            <p>{text}</p>
            <IconButton
              label="Close this announcement"
              onClick={() => {
                // only what still stands is kept, so that the list does not grow for ever
                const standing = new Set(data?.data.map((one) => one.id));
                const next = [...closed.filter((one) => standing.has(one)), id];
                setClosed(next);
                storeClosed(next);
              }}
            >
              <IconX stroke={1.75} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function readClosed(): number[] {
  try {
    return parseClosed(localStorage.getItem(CLOSED_ANNOUNCEMENTS_KEY));
  } catch {
    return [];
  }
}

function storeClosed(ids: readonly number[]): void {
  try {
    localStorage.setItem(CLOSED_ANNOUNCEMENTS_KEY, JSON.stringify(ids));
  } catch {
    // it comes back at the next visit
  }
}
