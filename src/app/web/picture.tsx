import { IconSpeakerphone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { RedirectSkeleton } from '../../ui/parts/empty.tsx';
import { settle } from '../../ui/session/site.ts';
import { AppFrame } from '../../ui/shell/app-frame.tsx';
import { type Note, NoteLine } from '../../ui/shell/note-line.tsx';
import { CLOSED_ANNOUNCEMENTS_KEY, PRIVACY_DISMISSED_KEY } from '../../features/accounts/rules.ts';
import { Entry } from './entry.tsx';
import { chooseFirstNote, fillFirstNote } from './first-notes.ts';
import { markDismissed } from './privacy-message.ts';
import { applyColorScheme } from './scheme.ts';
import { footerOf, privacyNote, VISITOR_HOME } from './visitor.tsx';

const nothing = (): void => undefined;

/** The addresses the server puts in, by the names the page's settings have. */
const PLACES = { privacy_url: '__PRIVACY_URL__', terms_url: '__TERMS_URL__' };

const SCHEME = `(${applyColorScheme.toString()})();`;

/**
 * Sign-in as it looks before anything is known, drawn when the pages are built: it is seen while the scripts are on
 * their way, which then take it over as it stands. `head` sets light or dark before it is painted.
 */
export function drawSignIn(): { head: string; body: string; demo_body: string } {
  const draw = (demo: boolean): string => {
    settle({ ...PLACES, demo });
    return renderToString(<Entry page="login" onUser={nothing} onReady={nothing} />);
  };
  const head = `${SCHEME}(${markDismissed.toString()})(${JSON.stringify(PRIVACY_DISMISSED_KEY)})`;
  return { head, body: draw(false), demo_body: draw(true) };
}

const told: Note = {
  id: 'told',
  text: 'Announcement',
  told: true,
  icon: <IconSpeakerphone size={16} stroke={1.75} aria-hidden />,
  closeLabel: 'Close this announcement',
  onClose: nothing,
};

/**
 * What is the same on every page behind sign-in, drawn when the pages are built: the frame, with the line of notes or,
 * where one works, without. It is seen until the program has drawn the page. `head` finds out which note is seen, so that
 * none is painted and taken away; `foot` puts in what it says.
 */
export function drawFrame(): { head: string; foot: string; body: string; work_body: string } {
  settle(PLACES);
  const frame = (notes: ReactNode): string =>
    renderToString(
      <AppFrame
        header={{ home: VISITOR_HOME, nav: [], user: null }}
        footer={footerOf(new Date().getFullYear(), '/')}
        notes={notes}
      >
        <RedirectSkeleton />
      </AppFrame>,
    );
  const keys = [CLOSED_ANNOUNCEMENTS_KEY, PRIVACY_DISMISSED_KEY].map((key) => JSON.stringify(key)).join(', ');
  const head = `${SCHEME}(${chooseFirstNote.toString()})(${keys})`;
  const lines = (
    <>
      <NoteLine notes={[told, told]} />
      <NoteLine notes={[privacyNote(nothing)]} />
    </>
  );
  return { head, foot: `(${fillFirstNote.toString()})()`, body: frame(lines), work_body: frame(null) };
}
