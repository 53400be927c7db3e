import { IconSpeakerphone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { RedirectSkeleton } from '../../ui/parts/empty.tsx';
import type { Side } from '../../ui/parts/common.ts';
import { PageHeader } from '../../ui/parts/page-header.tsx';
import { type Stage, StageBar } from '../../ui/parts/stage-bar.tsx';
import { WhatNext } from '../../ui/parts/what-next.tsx';
import { settle } from '../../ui/session/site.ts';
import { AppFrame } from '../../ui/shell/app-frame.tsx';
import { DetailPicture } from '../../ui/shell/layouts.tsx';
import { type Note, NoteLine } from '../../ui/shell/note-line.tsx';
import { CLOSED_ANNOUNCEMENTS_KEY, PRIVACY_DISMISSED_KEY } from '../../features/accounts/rules.ts';
import { REVIEW_PLACES, reviewPictureOf } from '../review-words.ts';
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
 * none is painted and taken away; `foot` puts in what it says. `reviews`: the same around the head of a review's page,
 * for the server to say what it is about and whose move it is.
 */
export function drawFrame(): {
  head: string;
  foot: string;
  body: string;
  work_body: string;
  reviews: Record<string, string>;
} {
  settle(PLACES);
  const frame = (notes: ReactNode, page: ReactNode = <RedirectSkeleton />): string =>
    renderToString(
      <AppFrame
        header={{ home: VISITOR_HOME, nav: [], user: null }}
        footer={footerOf(new Date().getFullYear(), '/')}
        notes={notes}
      >
        {page}
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
  const reviews = Object.fromEntries(
    MOVES.map(({ voice, seat }) => [
      reviewPictureOf({ voice, seat }),
      frame(lines, <ReviewHead voice={voice} seat={seat === 'nobody' ? null : seat} />),
    ]),
  );
  return { head, foot: `(${fillFirstNote.toString()})()`, body: frame(lines), work_body: frame(null), reviews };
}

const SEATS = ['requester', 'staff', 'expert', 'nobody'] as const;
/** Whose move it can be, and told how. */
const MOVES = (['yours', 'theirs', 'nobody', 'done'] as const).flatMap((voice) =>
  SEATS.map((seat) => ({ voice, seat })),
);

/** Holds a line open. */
const BLANK = '\u00A0';
/** The bar before it is known how far the review is: as high as it will be, and empty. */
const STAGES: Stage[] = Array.from({ length: 6 }, (_, index) => ({
  // each by another name, none of them seen
  label: BLANK.repeat(index + 1),
  state: index === 0 ? 'current' : 'ahead',
  share: 0,
}));

/** What a review is about and whose move it is, as its page will say it; the rest comes with the program. */
function ReviewHead({ voice, seat }: { voice: (typeof MOVES)[number]['voice']; seat: Side | null }) {
  return (
    <DetailPicture>
      <PageHeader crumbs={[{ label: BLANK, href: '/' }]} title={REVIEW_PLACES.title} meta={[{ text: BLANK }]} />
      <StageBar stages={STAGES} />
      <WhatNext voice={voice} seat={seat} who={REVIEW_PLACES.who} title={REVIEW_PLACES.headline}>
        {REVIEW_PLACES.text}
      </WhatNext>
      <RedirectSkeleton />
    </DetailPicture>
  );
}
