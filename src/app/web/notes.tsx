import { IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnnouncements } from '../../features/notifications/web/announcements.ts';
import type { Note } from '../../ui/shell/note-line.tsx';
import { isWork } from './pages.tsx';
import { setShowPrivacyMessage, useShowPrivacyMessage } from './privacy-message.ts';
import { privacyNote } from './visitor.tsx';

interface Notes {
  /** What staff announced, then where the privacy policy is, until each is closed on this machine. */
  notes: Note[];
  /** Whether they have the line under the header; else they stand folded, where the bell is. */
  inLine: boolean;
}

/**
 * The notes of the page at a path. Room for them is kept from the first drawing of a page: what comes later, without
 * room, waits folded until the next page and so pushes nothing. Where people work they are folded from the start.
 */
export function useNotes(path: string, signedIn: boolean): Notes {
  const privacy = useShowPrivacyMessage();
  const { open, expected, close } = useAnnouncements(signedIn);
  const [room, setRoom] = useState<{ path: string | null; kept: boolean }>({ path: null, kept: false });
  const kept = !isWork(path) && (privacy || expected || open.length > 0);
  if (room.path !== path) setRoom({ path, kept });

  const left = open.length + (privacy ? 1 : 0);
  const closing = (run: () => void) => () => {
    run();
    if (left === 1) setRoom({ path, kept: false });
  };
  const notes: Note[] = open.map(({ id, text }) => ({
    id: String(id),
    text,
    told: true,
    icon: <IconSpeakerphone size={16} stroke={1.75} aria-hidden />,
    closeLabel: 'Close this announcement',
    onClose: closing(() => close(id)),
  }));
  if (privacy) notes.push(privacyNote(closing(() => setShowPrivacyMessage(false))));
  return { notes, inLine: room.path === path ? room.kept : kept };
}
