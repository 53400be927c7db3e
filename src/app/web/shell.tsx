import { useRouter, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { landingOf } from '../../features/accounts/web/current-user.ts';
import { useLiveConnection } from '../../ui/live/hooks.ts';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { AppFrame } from '../../ui/shell/app-frame.tsx';
import { NoteLine, NoteList } from '../../ui/shell/note-line.tsx';
import { useAuth } from './auth.tsx';
import { Commands } from './commands/commands.tsx';
import { useFocusOnNavigation, useKeptFocus, usePartOfAddress } from './focus.ts';
import { headerUser, navOf } from './navigation.ts';
import { useNotes } from './notes.tsx';
import { ProofHost } from './proof-host.tsx';
import { BillingHoldBanner, ConfidentialityBanner } from './notices.tsx';
import { isEntry, isFixed } from './pages.tsx';
import { converses, useUnread } from './unread.ts';
import { footerOf, LOG_IN, VISITOR_HOME } from './visitor.tsx';
import styles from './web.module.css';

// few meet it, and who does waits for its text anyway
const Agreement = lazyPart(async () => ({ default: (await import('./agreement.tsx')).Agreement }), 'edge');
const SignInAgain = lazyPart(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }), 'edge');
// they come after the page: nobody waits for them
const IdleGuard = lazyPart(async () => ({ default: (await import('./idle-guard.tsx')).IdleGuard }), 'nothing');
const ConversationNews = lazyPart(
  async () => ({ default: (await import('./conversation-news.tsx')).ConversationNews }),
  'nothing',
);
const SessionBanner = lazyPart(
  async () => ({ default: (await import('../../features/accounts/web/session-banner.tsx')).SessionBanner }),
  'edge',
);
const Bell = lazyPart(
  async () => ({ default: (await import('../../features/notifications/web/bell.tsx')).Bell }),
  'nothing',
);

/** Header, page and footer, the same on every page behind sign-in and on the public ones. */
export function Shell({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const router = useRouter();
  const path = useLocation({ select: (location) => location.pathname });
  const part = useLocation({ select: (location) => location.hash });
  // while the role changes, nothing is asked in the name of the one before
  const unread = useUnread(auth.status === 'Authenticated' ? auth.user : null);
  useLiveConnection(
    auth.user && !auth.expired && !auth.checking
      ? { id: auth.user.id, profile: auth.user.profileable?.id ?? null }
      : null,
    () => void auth.refresh().catch(() => undefined),
  );
  const [year] = useState(() => new Date().getFullYear());
  const { user } = auth;
  // the way back in leads over pages before sign-in: they hold nothing of anybody's
  const expired = auth.expired && !isEntry(path);
  const inside = user !== null && !user.needsTwoFactor;
  const { notes, inLine } = useNotes(path, inside);
  // nobody is not the same as not yet known: items of a visitor would move when the user's take their place
  const known = user !== null || auth.status !== 'Loading';
  const home = user ? landingOf(user, path) : VISITOR_HOME;
  useFocusOnNavigation(path);
  usePartOfAddress(path, part);
  useKeptFocus();

  useEffect(() => {
    // what is behind the sign-in must neither be seen nor be reached by keyboard
    document.getElementById('page')?.toggleAttribute('inert', expired);
  }, [expired]);

  return (
    <>
      {user && converses(user) ? (
        <Suspense>
          <ConversationNews me={user.id} />
        </Suspense>
      ) : null}
      <div id="page" className={expired ? styles.blanked : undefined}>
        {user?.impersonation || user?.breakGlass ? (
          <Suspense>
            <SessionBanner user={user} />
          </Suspense>
        ) : null}
        <AppFrame
          notes={inLine ? <NoteLine notes={notes} /> : null}
          fixed={(user !== null || !known) && isFixed(path)}
          header={{
            home,
            nav: known ? navOf(user, path, unread) : [],
            search: inside ? <Commands /> : null,
            bell: inside ? (
              <Suspense fallback={<span className={styles.bellPlace} />}>
                <Bell
                  zone={user.timeZone}
                  folded={{
                    told: inLine ? 0 : notes.filter(({ told }) => told).length,
                    notes: inLine || notes.length === 0 ? null : <NoteList notes={notes} />,
                  }}
                />
              </Suspense>
            ) : null,
            user: user && headerUser(user, auth, (to) => router.navigate({ to, replace: true })),
            ...(known && !user ? { logIn: LOG_IN } : {}),
          }}
          footer={footerOf(year, user ? home : '/')}
        >
          {isFixed(path) ? null : <BillingHoldBanner user={user} />}
          {children}
          <ConfidentialityBanner path={path} />
        </AppFrame>
      </div>
      <ProofHost email={user?.email ?? null} isWhole={inside} />
      {user ? (
        <Suspense>
          <IdleGuard />
        </Suspense>
      ) : null}
      {expired ? (
        <Suspense>
          <SignInAgain />
        </Suspense>
      ) : user?.needsToAcceptEula ? (
        <Suspense>
          <Agreement />
        </Suspense>
      ) : null}
    </>
  );
}
